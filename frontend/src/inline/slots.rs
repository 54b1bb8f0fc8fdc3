//! Slots whose address goes nowhere but into loads and stores become registers.

use super::defs::Writes;
use super::flat::Flat;
use vscheck_ir::flow;
use vscheck_ir::program::{Variable, VariableHome};
use vscheck_ir::{CellKind, Function, Inst, Operand, Program, Reg, SlotId};

/// Slots of more cells than this stay.
const MAX_CELLS: u32 = 32;

/// A register that holds the address of a cell of a slot.
type Addresses = Vec<Option<(SlotId, u32)>>;

/// Replaces slots by registers where possible. Whether there was one.
pub fn to_registers(program: &Program, writes: &Writes, function: &mut Function) -> bool {
    if function.slots.is_empty() {
        return false;
    }
    let addresses = addresses(function, writes);
    let homes = homes(program, function, &addresses);
    if homes.iter().all(|home| home.is_none()) {
        return false;
    }
    let mut keep = vec![true; function.code.len()];
    for (index, inst) in function.code.iter_mut().enumerate() {
        keep[index] = rewrite(inst, &addresses, &homes);
    }
    for variable in &mut function.variables {
        if let VariableHome::Slot(slot) = variable.home
            && let Some(first) = homes[slot.index()]
        {
            variable.home = VariableHome::Register(first);
        }
    }
    remove_slots(function, &homes);
    let mut flat = Flat::of(std::mem::take(function));
    flat.retain(&keep);
    *function = flat.function();
    true
}

/// Whether a pointer to one of the program's own variables is read after its end.
fn is_outlived(function: &Function, addresses: &Addresses, (slot, cells): (SlotId, u32)) -> bool {
    let home = |variable: &Variable| matches!(variable.home, VariableHome::Slot(of) if of == slot);
    let ends = |inst: &Inst| matches!(inst, Inst::SlotReset { slot: of } if *of == slot);
    let is_variable = !function.is_model && function.variables.iter().any(home);
    is_variable
        && function.code.iter().enumerate().any(|(index, inst)| {
            ends(inst) && is_read_after(function, addresses, (slot, cells), index)
        })
}

/// Whether a slot of so many cells may be read after an instruction without being written as a whole.
fn is_read_after(
    function: &Function,
    addresses: &Addresses,
    (slot, size): (SlotId, u32),
    index: usize,
) -> bool {
    let is_of = |ptr: &Operand| match ptr {
        Operand::Reg(reg) => addresses[reg.index()].is_some_and(|(of, _)| of == slot),
        Operand::Const(_) => false,
    };
    let mut seen = vec![false; function.code.len()];
    let mut open = flow::successors(function, index);
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        match &function.code[at as usize] {
            Inst::Load { ptr, .. } if is_of(ptr) => return true,
            Inst::Store { ptr, cells, .. } if is_of(ptr) && *cells == size => {}
            _ => open.extend(flow::successors(function, at as usize)),
        }
    }
    false
}

/// The registers that hold addresses of slots.
fn addresses(function: &Function, writes: &Writes) -> Addresses {
    let mut found: Addresses = vec![None; function.registers.len()];
    // Addresses are computed before they are used, so one pass in order of code suffices mostly; a
    // second one catches what blocks in another order hide.
    for _ in 0..2 {
        for inst in &function.code {
            match inst {
                Inst::SlotAddr { dst, slot } if writes.single(*dst) => {
                    found[dst.index()] = Some((*slot, 0));
                }
                Inst::Copy {
                    dst,
                    src: Operand::Reg(src),
                    cells: 1,
                } if writes.single(*dst) && writes.single(*src) => {
                    found[dst.index()] = found[src.index()];
                }
                other => {
                    if let Some((dst, Operand::Reg(base), cells)) = other.constant_offset()
                        && let Ok(more) = u32::try_from(cells)
                        && writes.single(dst)
                    {
                        found[dst.index()] = found[base.index()]
                            .and_then(|(slot, start)| Some((slot, start.checked_add(more)?)));
                    }
                }
            }
        }
    }
    found
}

/// The registers that replace each slot; none for slots that stay.
fn homes(program: &Program, function: &mut Function, addresses: &Addresses) -> Vec<Option<Reg>> {
    let sizes: Vec<u32> = function
        .slots
        .iter()
        .map(|slot| program.layout(slot.layout).cells())
        .collect();
    let mut fits: Vec<bool> = sizes
        .iter()
        .map(|&size| size > 0 && size <= MAX_CELLS)
        .collect();
    for inst in &function.code {
        check(inst, addresses, (&sizes, function.returns), &mut fits);
    }
    let mut homes = Vec::new();
    for (index, fits) in fits.into_iter().enumerate() {
        let slot = (SlotId::new(index), sizes[index]);
        if !fits || is_outlived(function, addresses, slot) {
            homes.push(None);
            continue;
        }
        homes.push(Some(Reg::new(function.registers.len())));
        let layout = program.layout(function.slots[index].layout);
        let kinds: Vec<CellKind> = (0..sizes[index]).map(|cell| layout.kind_at(cell)).collect();
        function.registers.extend(kinds);
    }
    homes
}

/// Clears the marks of slots whose address an instruction uses otherwise.
fn check(inst: &Inst, addresses: &Addresses, (sizes, returns): (&[u32], u32), fits: &mut [bool]) {
    let of = |operand: &Operand| match operand {
        Operand::Reg(reg) => addresses[reg.index()],
        Operand::Const(_) => None,
    };
    let inside = |fits: &mut [bool], ptr: &Operand, offset: u32, cells: u32| {
        if let Some((slot, start)) = of(ptr)
            && start + offset + cells > sizes[slot.index()]
        {
            fits[slot.index()] = false;
        }
    };
    let escapes = |fits: &mut [bool], operand: &Operand, cells: u32| {
        if let Operand::Reg(reg) = operand {
            for cell in 0..cells {
                if let Some(Some((slot, _))) = addresses.get((reg.0 + cell) as usize) {
                    fits[slot.index()] = false;
                }
            }
        }
    };
    let defined = |reg: &Reg| addresses[reg.index()].is_some();
    match inst {
        Inst::Load {
            ptr, offset, cells, ..
        } => inside(fits, ptr, *offset, *cells),
        Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } => {
            inside(fits, ptr, *offset, *cells);
            escapes(fits, src, *cells);
        }
        Inst::Copy { dst, cells: 1, .. } if defined(dst) => {}
        Inst::Offset { dst, .. } if defined(dst) => {}
        Inst::SlotAddr { dst, slot } => {
            if !defined(dst) {
                fits[slot.index()] = false;
            }
        }
        Inst::Return { src } => escapes(fits, &Operand::Reg(*src), returns),
        _ => flow::each_operand(inst, |operand, cells| escapes(fits, &operand, cells)),
    }
}

/// Replaces what an instruction does with a slot; whether anything of it is left.
fn rewrite(inst: &mut Inst, addresses: &Addresses, homes: &[Option<Reg>]) -> bool {
    let home = |ptr: &Operand, offset: u32| match ptr {
        Operand::Reg(reg) => {
            let (slot, start) = addresses[reg.index()]?;
            Some(Reg(homes[slot.index()]?.0 + start + offset))
        }
        Operand::Const(_) => None,
    };
    match inst {
        Inst::Load {
            dst,
            ptr,
            offset,
            cells,
        } => {
            if let Some(reg) = home(ptr, *offset) {
                *inst = Inst::Copy {
                    dst: *dst,
                    src: Operand::Reg(reg),
                    cells: *cells,
                };
            }
            true
        }
        Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } => {
            if let Some(dst) = home(ptr, *offset) {
                *inst = Inst::Copy {
                    dst,
                    src: *src,
                    cells: *cells,
                };
            }
            true
        }
        Inst::SlotAddr { slot, .. } | Inst::SlotReset { slot } => homes[slot.index()].is_none(),
        Inst::Copy { dst, .. } | Inst::Offset { dst, .. } => home(&Operand::Reg(*dst), 0).is_none(),
        _ => true,
    }
}

fn remove_slots(function: &mut Function, homes: &[Option<Reg>]) {
    let mut next = 0;
    let moved: Vec<SlotId> = homes
        .iter()
        .map(|home| {
            next += u32::from(home.is_none());
            SlotId(next.saturating_sub(1))
        })
        .collect();
    let mut index = 0;
    function.slots.retain(|_| {
        index += 1;
        homes[index - 1].is_none()
    });
    for inst in &mut function.code {
        if let Inst::SlotAddr { slot, .. } | Inst::SlotReset { slot } = inst {
            *slot = moved[slot.index()];
        }
    }
    for variable in &mut function.variables {
        if let VariableHome::Slot(slot) = &mut variable.home {
            *slot = moved[slot.index()];
        }
    }
}
