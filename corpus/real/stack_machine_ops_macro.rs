//@ no-bug
//@ source: a stack machine with a macro for its operations; four programs share its registers

mod isa {
    macro_rules! ops {
        ($($name:ident $(($arg:ty))? = $text:literal),+ $(,)?) => {
            #[derive(Debug, Clone, Copy, PartialEq)]
            pub enum Op { $($name $(($arg))?),+ }
            impl Op {
                pub const COUNT: usize = [$($text),+].len();
                pub const fn mnemonic(&self) -> &'static str {
                    match self { $(ops!(@pat $name $(($arg))?) => $text),+ }
                }
            }
        };
        (@pat $name:ident ($arg:ty)) => { Op::$name(_) };
        (@pat $name:ident) => { Op::$name };
    }
    ops! { Push(i16) = "push", Add = "add", Mul = "mul", Load(u8) = "load", Incr(u8) = "incr", Jnz(i8) = "jnz", Dup = "dup" }
}

use isa::Op::{self, *};
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

#[derive(Debug, PartialEq, Eq)]
enum Trap {
    Underflow { pc: usize },
    Fuel,
}

struct Machine<'r> {
    regs: &'r [AtomicI64; 4],
    stack: Vec<i64>,
}

const fn fuel_for(len: usize) -> u32 {
    let mut f = 1u32;
    let mut i = 0;
    while i < len {
        f = f.saturating_mul(2);
        i += 1;
    }
    f
}

impl Machine<'_> {
    fn pop(&mut self, pc: usize) -> Result<i64, Trap> {
        self.stack.pop().ok_or(Trap::Underflow { pc })
    }

    fn run(mut self, code: &[Op]) -> Result<Option<i64>, Trap> {
        let mut fuel = fuel_for(code.len());
        let mut pc = 0usize;
        while let Some(&op) = code.get(pc) {
            fuel = fuel.checked_sub(1).ok_or(Trap::Fuel)?;
            let mut next = pc + 1;
            match op {
                Push(n) => self.stack.push(n.into()),
                Add => {
                    let (b, a) = (self.pop(pc)?, self.pop(pc)?);
                    self.stack.push(a.wrapping_add(b));
                }
                Mul => {
                    let (b, a) = (self.pop(pc)?, self.pop(pc)?);
                    self.stack.push(a.overflowing_mul(b).0);
                }
                Dup => {
                    let top @ &[.., last] = &self.stack[..] else { return Err(Trap::Underflow { pc }) };
                    assert!(top.len() < 16);
                    self.stack.push(last);
                }
                Load(r) => self.stack.push(self.regs[r as usize].load(Ordering::SeqCst)),
                Incr(r) => {
                    let by = self.pop(pc)?;
                    self.regs[usize::from(r)].fetch_add(by, Ordering::SeqCst);
                }
                Jnz(d) => {
                    if self.pop(pc)? != 0 {
                        next = pc.checked_add_signed(d as isize).unwrap();
                    }
                }
            }
            pc = next;
        }
        Ok(self.stack.pop())
    }
}

fn main() {
    let regs: [AtomicI64; 4] = Default::default();
    let programs: [&[Op]; 4] = [
        &[Push(3), Dup, Incr(0), Push(-1), Add, Dup, Jnz(-5)],
        &[Push(4), Incr(0), Push(7)],
        &[Push(1), Add],
        &[Push(1), Jnz(-1)],
    ];
    let results: Vec<_> = thread::scope(|s| {
        let hs: Vec<_> = programs
            .iter()
            .map(|code| s.spawn(|| Machine { regs: &regs, stack: Vec::new() }.run(code)))
            .collect();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    assert_eq!(results[0], Ok(Some(0)));
    assert!(matches!(&results[1..], [Ok(Some(7)), Err(Trap::Underflow { pc: 1 }), Err(Trap::Fuel)]));
    assert_eq!(regs[0].load(Ordering::SeqCst), 3 + 2 + 1 + 4);
    assert_eq!(Op::COUNT, 7);
    println!("{}", programs[0].iter().map(Op::mnemonic).collect::<Vec<_>>().join("; "));
}
