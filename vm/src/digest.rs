//! What is worked out of an object once for all states in which it is the same: a state's name is asked for
//! after every step, and a step changes few objects.

use crate::address;
use crate::clock::Clock;
use crate::code::Code;
use crate::hash::Hasher128;
use crate::memory::{Entry, Space};
use crate::sync;
use vscheck_ir::layout::UNINIT;
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
        let mut content = Hasher128::default();
        let mut addresses = Vec::new();
        each_cell(
            code,
            entry.layout,
            &space.cells[at..at + len],
            |kind, value| {
                let is_named = is_named_anew(code, kind, value);
                content.add(if is_named { NAMED_ANEW } else { value });
                if is_named || may_be_address(value) {
                    addresses.push((kind, value));
                }
            },
        );
        Digest {
            content: content.finish(),
            addresses: addresses.into(),
            accessed: space.shadows.accessed(at, len),
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
