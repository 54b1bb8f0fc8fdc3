//! What may alias, and which functions are called.

use super::*;

#[test]
fn constructors_make_an_object_for_each_caller() {
    check(
        "fn main {
           a = call new()
           b = call new()
           t = spawn worker(a)
           atomic_store b #other
           atomic_store a #same
         }
         fn new model {
           p = call allocate()
           return p
         }
         fn allocate model {
           p = alloc u64
           return p
         }
         fn worker(p) {
           atomic_store p #store
         }",
        &["RW t0 same - t1 store must"],
    );
}

#[test]
fn pointers_flow_through_memory_and_function_pointers() {
    check(
        "static X: u64
         static Y: u64
         fn main {
           packet = alloc u64 u64
           x = &X
           f = fn touch
           put packet, x
           put packet + 1, f
           t = spawn worker(packet)
           atomic_load x #x
           y = &Y
           atomic_load y #y
         }
         fn worker(p) {
           x = load p
           f = load p + 1
           call_ptr f(x)
         }
         fn touch(x) {
           atomic_store x #store
         }",
        &["RW t0 x - t1 store must"],
    );
}

/// What the parameter of the second function may be, where a set of two functions is called with a set
/// of two things. `typed`: whether the functions say what they are given.
fn given(typed: bool) -> Vec<String> {
    let mut test = parse(
        "static X: u64
         static M: mutex
         fn main {
           v = &X
           v = &M
           g = fn word
           g = fn section
           call_ptr g(v)
         }
         fn word(p) {
           atomic_store p
         }
         fn section(p) {
           lock p
         }",
    );
    if typed {
        let layout = |of: usize| Some(test.program.statics[of].layout);
        let (word, section) = (layout(0), layout(1));
        test.program.functions[1].pointees = vec![word];
        test.program.functions[2].pointees = vec![section];
    }
    let facts = PointsTo::solve(&test.program, crate::points_to::BUDGET);
    let instances = facts.call_graph.instances.iter();
    let section = instances.enumerate().find(|(_, i)| i.func.index() == 2);
    let (instance, _) = section.expect("it is called");
    let members = facts.register(InstanceId::new(instance), Reg(0)).iter();
    members
        .map(|atom| match facts.atom(atom) {
            Atom::Cell(object, _) => format!("{:?}", facts.object(object).origin),
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_call_through_a_pointer_passes_on_what_the_callee_can_be_given() {
    assert_eq!(given(false), ["Static(static0)", "Static(static1)"]);
    assert_eq!(given(true), ["Static(static1)"]);
}

/// The functions that are called in a program.
fn called(test: &TestProgram) -> Vec<&str> {
    let facts = PointsTo::solve(&test.program, crate::points_to::BUDGET);
    let instances = facts.call_graph.instances.iter();
    let names = instances.map(|instance| &test.program.function(instance.func).name);
    names.map(String::as_str).collect()
}

#[test]
fn a_call_through_a_pointer_calls_what_has_as_many_parameters() {
    let test = parse(
        "fn main {
           f = fn one
           f = fn two
           call_ptr f(1)
         }
         fn one(a) {
         }
         fn two(a, b) {
         }",
    );
    assert_eq!(called(&test), ["main", "one"]);
}

#[test]
fn a_call_on_a_trait_object_goes_through_vtables_of_its_trait() {
    let mut test = parse(
        "fn main {
           v = fn bark
           v = fn bite
           call_ptr v(1)
         }
         fn bark(a) {
         }
         fn bite(a) {
         }",
    );
    let program = &mut test.program;
    for object in 0..2 {
        program.vtables.push(Vtable {
            name: String::new(),
            object: TraitObjectId(object),
            layout: LayoutId(0),
            // The first slot is the destructor's, which all trait objects have.
            methods: vec![None, Some(FuncId(object + 1))],
            supertraits: Vec::new(),
        });
    }
    let main = &mut program.functions[0];
    main.registers.fill(CellKind::Scalar(ScalarType::Vtable));
    for inst in &mut main.code {
        if let Inst::FuncAddr { dst, func } = *inst {
            let vtable = VtableId(func.0 - 1);
            *inst = Inst::VtableAddr { dst, vtable };
        } else if let Inst::Call { callee, .. } = inst
            && let Callee::Pointer { pointer, .. } = *callee
        {
            let object = TraitObjectId(1);
            let slot = 1;
            *callee = Callee::Virtual {
                vtable: pointer,
                object,
                slot,
            };
        }
    }
    assert_eq!(called(&test), ["main", "bite"]);
}
