//@ bug: undefined-behavior
//@ source: a byte that stands for no variant is copied, and nobody asks which variant it is
#[repr(u8)]
#[derive(Clone, Copy, PartialEq)]
enum Op {
    Push = 1,
    Halt = 3,
}

fn decode(code: &[u8]) -> Vec<Op> {
    code.iter().map(|byte| unsafe { *(byte as *const u8 as *const Op) }).collect()
}

fn main() {
    assert!(decode(&[1, 3]) == [Op::Push, Op::Halt]);
    let yes: bool = unsafe { std::mem::transmute(1u8) };
    assert!(yes);
    println!("{}", decode(&[1, 4]).len());
}
