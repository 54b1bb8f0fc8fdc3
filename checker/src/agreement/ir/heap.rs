//! Heap objects whose addresses are handed on.

use super::{ATOMIC, ATOMIC_POINTER_STATIC, PLAIN_POINTER_STATIC, Writer, ordering};
use crate::agreement::program::{Deed, Way};
use vscheck_ir::{Action, BinOp, Inst, MemoryOrdering, Operand, Overflow, Reg, RmwOp, ScalarType};

impl Writer<'_> {
    pub(super) fn heap(&mut self, way: Way, deed: Deed) {
        if let Deed::Publish(value) = deed {
            let (object, src) = (self.reg(ScalarType::Ptr), self.value(value));
            self.emit(Inst::Alloc {
                dst: object,
                layout: ATOMIC,
                count: Operand::Const(1),
            });
            self.store_plain(Operand::Reg(object), 0, src);
            return self.leave_address(way, Operand::Reg(object));
        }
        let object = match deed {
            Deed::Free => self.take_address(way),
            Deed::Publish(_) | Deed::Read | Deed::Write(_) => self.look_up_address(way),
        };
        if deed == Deed::Read {
            self.set_local(Operand::Const(4));
        }
        let (there, address) = (self.reg(ScalarType::Bool), Operand::Reg(object));
        self.emit(Inst::Binary {
            op: BinOp::Ne,
            ty: ScalarType::Ptr,
            overflow: Overflow::Wrap,
            dst: there,
            lhs: address,
            rhs: Operand::Const(0),
        });
        let branch = self.branch(there);
        let then = self.here();
        match deed {
            Deed::Publish(_) => {}
            Deed::Read => self.load_local(address, 0),
            Deed::Write(value) => {
                let src = self.value(value);
                self.store_plain(address, 0, src);
            }
            Deed::Free => self.emit(Inst::Free { ptr: address }),
        }
        let after = self.here();
        self.patch(branch, then, after);
    }

    fn leave_address(&mut self, way: Way, object: Operand) {
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let store = Action::AtomicStore(ScalarType::Ptr);
            return self.act(store, vec![pointer, object, orders.store]);
        }
        self.under_lock(|w, pointer| w.store_plain(pointer, 0, object));
    }

    fn look_up_address(&mut self, way: Way) -> Reg {
        let dst = self.reg(ScalarType::Ptr);
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let load = Action::AtomicLoad(ScalarType::Ptr);
            self.sync(load, vec![pointer, orders.load], dst, true);
        } else {
            self.under_lock(|w, ptr| w.load_plain(dst, ptr));
        }
        dst
    }

    fn take_address(&mut self, way: Way) -> Reg {
        let dst = self.reg(ScalarType::Ptr);
        let null = Operand::Const(0);
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let swap = Action::AtomicRmw(RmwOp::Swap, ScalarType::Ptr);
            self.sync(swap, vec![pointer, null, orders.swap], dst, true);
        } else {
            self.under_lock(|w, ptr| {
                w.load_plain(dst, ptr);
                w.store_plain(ptr, 0, null);
            });
        }
        dst
    }

    /// Does something to the plain pointer under mutex 0.
    fn under_lock(&mut self, deed: impl FnOnce(&mut Self, Operand)) {
        let (mutex, pointer) = (self.mutex(0), self.address(PLAIN_POINTER_STATIC));
        self.act(Action::MutexLock, vec![mutex]);
        deed(self, pointer);
        self.release(Action::MutexUnlock, mutex);
    }

    pub(super) fn load_plain(&mut self, dst: Reg, ptr: Operand) {
        self.emit(Inst::Load {
            dst,
            ptr,
            offset: 0,
            cells: 1,
        });
    }
}

/// The ordering arguments of accesses to an atomic pointer.
struct Orders {
    load: Operand,
    store: Operand,
    swap: Operand,
}

/// `None` where the pointer is a plain one.
fn orders(way: Way) -> Option<Orders> {
    use MemoryOrdering::{AcqRel, Acquire, Relaxed, Release};
    let (load, store, swap) = match way {
        Way::Atomic => (Acquire, Release, AcqRel),
        Way::Relaxed => (Relaxed, Relaxed, Relaxed),
        Way::Locked => return None,
    };
    Some(Orders {
        load: ordering(load),
        store: ordering(store),
        swap: ordering(swap),
    })
}
