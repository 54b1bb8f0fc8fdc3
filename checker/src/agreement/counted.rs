//! What random programs do with an object behind a reference count. Whoever owns the last strong reference
//! writes the plain variable, as the object's destructor; whoever owns one may read it.

use super::ir::{COUNTS_STATIC, PLAIN_STATIC, Writer};
use vscheck_ir::{Action, BinOp, Inst, Intrinsic, Operand, Reg, ScalarType};

/// Something about an object of which each thread has a strong reference and a weak one, as long as it has
/// not given them away: `r = 9` without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// `r = Arc::strong_count(a)`.
    Count,
    /// `r = Arc::weak_count(a)`.
    CountWeak,
    /// `r = w.strong_count()`.
    CountByWeak,
    /// `drop(a.clone())`.
    CloneAndDrop,
    /// `r` becomes the plain variable.
    Read,
    /// `r = Arc::get_mut(a).is_some()`; if so, writes the plain variable.
    GetMut,
    /// `r` becomes the plain variable if `w.upgrade()` gives a reference, which goes at once, else 8.
    Upgrade,
    /// `r = Arc::try_unwrap(a).is_ok()`. The strong reference is given away.
    Unwrap,
    /// `drop(a)`.
    Drop,
    /// `drop(w)`.
    DropWeak,
}

impl Counted {
    /// All of them.
    pub const ALL: [Counted; 10] = [
        Counted::Count,
        Counted::CountWeak,
        Counted::CountByWeak,
        Counted::CloneAndDrop,
        Counted::Read,
        Counted::GetMut,
        Counted::Upgrade,
        Counted::Unwrap,
        Counted::Drop,
        Counted::DropWeak,
    ];
    /// Whether it looks how many weak references there are.
    pub fn looks_at_weak(self) -> bool {
        matches!(self, Counted::CountWeak | Counted::GetMut)
    }

    /// As Rust, with the references in `a` and `w`.
    pub fn source(self) -> &'static str {
        match self {
            Counted::Count => "r = a.as_ref().map_or(9, |a| Arc::strong_count(a) as i32);",
            Counted::CountWeak => "r = a.as_ref().map_or(9, |a| Arc::weak_count(a) as i32);",
            Counted::CountByWeak => "r = w.as_ref().map_or(9, |w| w.strong_count() as i32);",
            Counted::CloneAndDrop => "drop(a.clone());",
            Counted::Read => "r = a.as_ref().map_or(9, |_| unsafe { P });",
            Counted::GetMut => {
                "r = a.as_mut().map_or(9, |a| match Arc::get_mut(a) { \
                 Some(_) => { unsafe { P = 6 }; 1 } None => 0 });"
            }
            Counted::Upgrade => {
                "r = w.as_ref().map_or(9, |w| w.upgrade().map_or(8, |_a| unsafe { P }));"
            }
            Counted::Unwrap => "r = a.take().map_or(9, |a| Arc::try_unwrap(a).is_ok() as i32);",
            Counted::Drop => "drop(a.take());",
            Counted::DropWeak => "drop(w.take());",
        }
    }
}

/// Which references a thread still has.
#[derive(Clone, Copy)]
pub(super) struct Held {
    strong: Reg,
    weak: Reg,
}

impl Writer<'_> {
    /// The thread has both references.
    pub(super) fn hold_counted(&mut self) {
        let [strong, weak] = [(); 2].map(|()| self.reg(ScalarType::Bool));
        self.set_flag(strong, true);
        self.set_flag(weak, true);
        self.held = Some(Held { strong, weak });
    }

    /// The thread gives away what it still has.
    pub(super) fn drop_counted(&mut self) {
        self.counted(Counted::DropWeak);
        self.counted(Counted::Drop);
    }

    pub(super) fn counted(&mut self, deed: Counted) {
        let Some(held) = self.held else {
            return;
        };
        let flag = match deed {
            Counted::CountByWeak | Counted::Upgrade | Counted::DropWeak => held.weak,
            _ => held.strong,
        };
        let gives_away = matches!(deed, Counted::Unwrap | Counted::Drop | Counted::DropWeak);
        let has = self.reg(ScalarType::Bool);
        let (dst, src) = (has, Operand::Reg(flag));
        self.emit(Inst::Copy { dst, src, cells: 1 });
        if !matches!(
            deed,
            Counted::CloneAndDrop | Counted::Drop | Counted::DropWeak
        ) {
            self.set_local(Operand::Const(9));
        }
        self.if_true(has, |writer| {
            if gives_away {
                writer.set_flag(flag, false);
            }
            writer.owner(deed);
        });
    }

    /// What somebody does who has the reference.
    fn owner(&mut self, deed: Counted) {
        let [strong, weak] = self.counts();
        match deed {
            Counted::Count | Counted::CountByWeak => self.count(strong),
            Counted::CloneAndDrop => {
                let nobody = self.reg(ScalarType::U64);
                self.sync(Action::RefIncrement, vec![strong], nobody, true);
                self.let_go();
            }
            Counted::CountWeak => {
                self.count(weak);
                let (local, one) = (self.local, Operand::Const(1));
                self.binary(BinOp::Sub, local, Operand::Reg(local), one);
            }
            Counted::Read => self.read_plain(),
            Counted::GetMut => {
                self.flag_to_local(Action::RefIsUnique, vec![strong, weak]);
                self.if_equal(1, |writer| writer.write_plain(6));
            }
            Counted::Upgrade => self.upgrade(strong),
            Counted::Unwrap => {
                self.flag_to_local(Action::RefDecrementIfUnique, vec![strong]);
                self.if_equal(1, |writer| writer.destroy());
                self.if_equal(0, |writer| writer.let_go());
            }
            Counted::Drop => self.let_go(),
            Counted::DropWeak => self.let_go_weak(),
        }
    }

    fn upgrade(&mut self, strong: Operand) {
        let alive = self.reg(ScalarType::Bool);
        self.sync(Action::RefIncrementIfAlive, vec![strong], alive, true);
        self.set_local(Operand::Const(8));
        self.if_true(alive, |writer| {
            writer.read_plain();
            writer.let_go();
        });
    }

    /// Gives a strong reference away.
    fn let_go(&mut self) {
        let [strong, _] = self.counts();
        let last = self.reg(ScalarType::Bool);
        self.sync(Action::RefDecrement, vec![strong], last, true);
        self.if_true(last, |writer| {
            writer.destroy();
            writer.settle_clock();
        });
    }

    /// The object goes, and with it the weak reference that all strong ones have together.
    fn destroy(&mut self) {
        self.write_plain(5);
        self.let_go_weak();
    }

    fn let_go_weak(&mut self) {
        let [_, weak] = self.counts();
        let last = self.reg(ScalarType::Bool);
        let visible = self.functions.visible_weak;
        self.sync(Action::RefDecrement, vec![weak], last, visible);
        self.if_true(last, |writer| writer.settle_clock());
    }

    fn settle_clock(&mut self) {
        let dst = self.reg(ScalarType::U64);
        self.emit(Inst::Intrinsic {
            op: Intrinsic::SettleClock,
            dst,
            args: Box::default(),
        });
    }

    fn count(&mut self, count: Operand) {
        let result = self.reg(ScalarType::U64);
        self.sync(Action::RefCount, vec![count], result, true);
        self.set_local(Operand::Reg(result));
    }

    /// The addresses of the strong and the weak count.
    fn counts(&mut self) -> [Operand; 2] {
        let strong = self.address(COUNTS_STATIC);
        let weak = self.reg(ScalarType::Ptr);
        self.emit(Inst::Offset {
            dst: weak,
            base: strong,
            index: Operand::Const(0),
            stride: 0,
            offset: 1,
        });
        [strong, Operand::Reg(weak)]
    }

    fn write_plain(&mut self, value: u64) {
        let plain = self.address(PLAIN_STATIC);
        self.store_plain(plain, 0, Operand::Const(value));
    }

    fn set_flag(&mut self, dst: Reg, flag: bool) {
        let src = Operand::Const(flag.into());
        self.emit(Inst::Copy { dst, src, cells: 1 });
    }
}
