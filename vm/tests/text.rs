//! The text form of a program, and what the verifier finds.

mod support;

use support::*;
use vscheck_ir::*;

#[test]
fn a_program_prints() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let worker = p.function("worker", |f| {
        let m = f.addr(m);
        f.sync(Action::MutexLock, &[m]);
        f.hidden(Action::MutexUnlock, &[m]);
    });
    let program = p.main(|f| {
        f.spawn(worker, int(7));
    });
    let expected = "\
fn1 worker(r0: I64) -> 0 {
    i0   r1 = &static0
    i1   r2 = sync MutexLock(r1)
    i2   r4 = sync hidden MutexUnlock(r1)
    i3   r6 = 0
    i4   return r6
}
";
    assert_eq!(print::function(&program, worker), expected);
    assert!(
        program
            .to_string()
            .contains("static0 \"m\": ty0 x 1 mutable = [0]")
    );
}

/// The messages for `main` with these instructions.
fn defects(code: Vec<Inst>) -> Vec<String> {
    let mut program = Program::default();
    let spans = vec![Span::default(); code.len()];
    let mut main = Function {
        code,
        spans,
        ..Function::default()
    };
    main.new_reg(ScalarType::I64);
    program.functions.push(main);
    verify::verify(&program)
        .into_iter()
        .map(|defect| defect.message)
        .collect()
}

#[test]
fn a_broken_program_is_found() {
    let (r0, r9) = (Reg(0), Reg(9));
    let done = Inst::Return { src: r0 };
    assert_eq!(defects(vec![done.clone()]), Vec::<String>::new());
    assert_eq!(
        defects(vec![
            Inst::Copy {
                dst: r0,
                src: reg(r9),
                cells: 1
            },
            done.clone()
        ]),
        ["reads r9 x 1 of 1"]
    );
    assert_eq!(
        defects(vec![Inst::Zero { dst: r0, cells: 2 }, done.clone()]),
        ["writes r0 x 2 of 1"]
    );
    assert_eq!(
        defects(vec![Inst::Jump { to: InstId(5) }]),
        ["jumps out of its function"]
    );
    assert_eq!(
        defects(vec![Inst::Zero { dst: r0, cells: 1 }]),
        ["control runs off the end"]
    );
    let slot = Inst::SlotAddr {
        dst: r0,
        slot: SlotId(0),
    };
    assert_eq!(defects(vec![slot, done]), ["names what does not exist"]);
}
