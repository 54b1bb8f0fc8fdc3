//! What is worked out of an object once for all states in which it is the same: a state's name is asked for
//! after every step, and a step changes few objects.

use crate::address;
use crate::clock::Clock;
use crate::code::Code;
use crate::hash::Hasher128;
use crate::memory::{Entry, Space};
use crate::sync;
use crate::thread::Thread;
use vscheck_ir::layout::UNINIT;
use vscheck_ir::printed::is_small_count;
use vscheck_ir::{CellKind, LayoutId, ScalarType, SyncKind};

/// Stands for a value that has another name in each state.
const NAMED_ANEW: u64 = 0x9FB2_1C65_1E98_DF25;

/// What an object holds, and what is remembered of who accessed it.
#[derive(Debug)]
pub(crate) struct Digest {
    /// A hash of its values, but for those that have another name in each state.
    pub(crate) content: u128,
    /// These, in order, and in which kind of cell they stand; and whatever else could be an address.
    pub(crate) addresses: Box<[(CellKind, u64)]>,
    /// Who knows of this knows of all accesses that are remembered.
    pub(crate) accessed: Clock,
}

impl Digest {
    pub(crate) fn of(entry: &Entry, space: &Space, code: &Code) -> Digest {
        let (at, len) = (entry.base as usize, entry.len as usize);
        let mut values = Values::new(code);
        let cells = &space.cells[at..at + len];
        each_cell(code, entry.layout, cells, |kind, value| {
            values.cell(kind, value);
        });
        space.padding.hash(at, &mut values.content);
        Digest {
            content: values.content.finish(),
            addresses: values.addresses.into(),
            accessed: space.shadows.accessed(at, len),
        }
    }
}

/// What a thread is, but for its number and what it waits for.
#[derive(Debug)]
pub(crate) struct ThreadDigest {
    /// As of an object: a hash of all but what has another name in each state.
    pub(crate) content: u128,
    /// As of an object: what has, in order.
    pub(crate) addresses: Box<[(CellKind, u64)]>,
}

impl ThreadDigest {
    pub(crate) fn of(thread: &Thread, code: &Code) -> ThreadDigest {
        let mut values = Values::new(code);
        let sizes = [thread.frames.len(), thread.unwinding.len()];
        let flags = [thread.token as u64, thread.time_outs.into()];
        let words = sizes.map(|size| size as u64).into_iter().chain(flags);
        words.for_each(|word| values.content.add(word));
        values.content.add(thread.clock_skew);
        values.content.add(thread.patience as u64);
        for unwinding in &thread.unwinding {
            values.cell(CellKind::Scalar(ScalarType::Ptr), unwinding.payload);
            values.content.add(unwinding.vtable);
            values.content.add(unwinding.frame as u64);
        }
        values.frames(thread);
        for slot in &thread.slots {
            let (at, len) = (slot.base as usize, slot.len as usize);
            let cells = &thread.stack.cells[at..at + len];
            each_cell(code, slot.layout, cells, |kind, value| {
                values.cell(kind, value)
            });
            thread.stack.padding.hash(at, &mut values.content);
        }
        for &(local, address) in &thread.locals {
            values.content.add(local.0 as u64);
            values.cell(CellKind::Scalar(ScalarType::Ptr), address);
        }
        ThreadDigest {
            content: values.content.finish(),
            addresses: values.addresses.into(),
        }
    }
}

/// Values on their way into a digest.
struct Values<'a> {
    code: &'a Code,
    content: Hasher128,
    addresses: Vec<(CellKind, u64)>,
}

impl Values<'_> {
    fn new(code: &Code) -> Values<'_> {
        Values {
            code,
            content: Hasher128::default(),
            addresses: Vec::new(),
        }
    }

    fn frames(&mut self, thread: &Thread) {
        let innermost = thread.frames.len().saturating_sub(1);
        for (depth, frame) in thread.frames.iter().enumerate() {
            let site = frame.site();
            self.content
                .add((frame.func.0 as u64) << 32 | frame.pc as u64);
            let live = match depth == innermost {
                true => self.code.live_before(site),
                false => self.code.live_across(site),
            };
            let kinds = &self.code.program().function(frame.func).registers;
            let registers = &thread.regs[frame.base as usize..];
            for reg in &live.values {
                self.cell(kinds[reg.index()], registers[reg.index()]);
            }
            for reg in &live.counts {
                let count = registers[reg.index()];
                self.content
                    .add(if is_small_count(count) { 0 } else { count });
            }
        }
    }

    fn cell(&mut self, kind: CellKind, value: u64) {
        let is_named = is_named_anew(self.code, kind, value);
        self.content.add(if is_named { NAMED_ANEW } else { value });
        if is_named || may_be_address(value) {
            self.addresses.push((kind, value));
        }
    }
}

/// Goes through the cells of an object that are a part of the state.
pub(crate) fn each_cell(
    code: &Code,
    layout: LayoutId,
    cells: &[u64],
    mut visit: impl FnMut(CellKind, u64),
) {
    let pattern = &code.program().layout(layout).pattern;
    if pattern.is_empty() {
        return;
    }
    for period in cells.chunks(pattern.len()) {
        let mut no_state = None;
        for (index, (&kind, &cell)) in pattern.iter().zip(period).enumerate() {
            if kind == CellKind::Sync(SyncKind::Channel) {
                no_state = Some(index + sync::channel::RECEIVED as usize);
            }
            if no_state != Some(index) {
                visit(kind, cell);
            }
        }
    }
}

/// Whether a value may stand for an object, whose name is another one in each state. Others are hashed as they
/// are.
fn is_named_anew(code: &Code, kind: CellKind, value: u64) -> bool {
    let address = match kind {
        CellKind::Sync(kind) if kind.holds_thread() => return value != 0 && value != UNINIT,
        CellKind::Scalar(ScalarType::Ptr | ScalarType::U8) | CellKind::Opaque => value,
        CellKind::Scalar(ScalarType::U64) if code.does.exposes_addresses => {
            address::untagged(address::from_integer(value))
        }
        CellKind::Scalar(_) | CellKind::Sync(_) => return false,
    };
    value != UNINIT && !address::is_small(address)
}

fn may_be_address(value: u64) -> bool {
    let is_number = address::is_small(value) || value == UNINIT;
    !is_number && (address::is_view(value) || address::is_plausible(address::untagged(value)))
}
