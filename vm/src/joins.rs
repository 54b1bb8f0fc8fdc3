//! Which functions may wait for a thread's end, or ask for it: only so is what a thread knew at its end
//! learnt by another.

use vscheck_ir::{Action, Callee, CellKind, FuncId, Inst, Program, ScalarType};

/// For each function, whether it, or what it calls or starts, may learn of a thread's end.
pub(crate) fn may_join(program: &Program) -> Vec<bool> {
    let mut joins: Vec<bool> = program
        .functions
        .iter()
        .map(|f| joins_itself(&f.code))
        .collect();
    let by_address = addressed(program);
    loop {
        let any_by_address = by_address.iter().any(|func| joins[func.index()]);
        let more: Vec<usize> = (0..joins.len())
            .filter(|&index| !joins[index])
            .filter(|&index| {
                let calls = &program.functions[index].code;
                calls
                    .iter()
                    .any(|inst| calls_one(inst, &joins, any_by_address))
            })
            .collect();
        if more.is_empty() {
            return joins;
        }
        for index in more {
            joins[index] = true;
        }
    }
}

fn joins_itself(code: &[Inst]) -> bool {
    let joins = |inst: &Inst| {
        matches!(
            inst,
            Inst::Sync {
                action: Action::Join | Action::IsFinished,
                ..
            }
        )
    };
    code.iter().any(joins)
}

/// Functions that may be called through a pointer or a vtable, or be a thread's first.
pub(crate) fn addressed(program: &Program) -> Vec<FuncId> {
    let code = program.functions.iter().flat_map(|f| &f.code);
    let pointers = code.filter_map(|inst| {
        if let Inst::FuncAddr { func, .. } = inst {
            Some(*func)
        } else {
            None
        }
    });
    let methods = program.vtables.iter().flat_map(|v| &v.methods);
    let constants = program.statics.iter().flat_map(|global| {
        let kinds = program.layout(global.layout).pattern.iter().cycle();
        let pointers = global.cells.iter().zip(kinds);
        pointers.filter(|(_, kind)| **kind == CellKind::Scalar(ScalarType::Func))
    });
    let constants = constants.filter_map(|(&cell, _)| program.function_at(cell));
    pointers
        .chain(methods.copied().flatten())
        .chain(constants)
        .collect()
}

/// Whether an instruction calls or starts a function that may join.
fn calls_one(inst: &Inst, joins: &[bool], any_by_address: bool) -> bool {
    if let Inst::Call { callee, .. } = inst {
        return match callee {
            Callee::Function(func) => joins[func.index()],
            Callee::Pointer { .. } | Callee::Virtual { .. } => any_by_address,
        };
    }
    let starts = matches!(
        inst,
        Inst::Sync {
            action: Action::Spawn,
            ..
        }
    );
    starts && any_by_address
}
