//@ no-bug
//@ source: unions with a tag, and scalars seen as other scalars

#![allow(unnecessary_transmutes)]

use std::mem;

#[repr(C)]
union Payload {
    int: i64,
    float: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
enum Tag {
    Int = 1,
    Float = 2,
}

struct Value {
    tag: Tag,
    payload: Payload,
}

impl Value {
    fn int(n: i64) -> Value {
        Value { tag: Tag::Int, payload: Payload { int: n } }
    }

    fn float(x: f64) -> Value {
        Value { tag: Tag::Float, payload: Payload { float: x } }
    }

    fn show(&self) -> String {
        unsafe {
            match self.tag {
                Tag::Int => format!("{}", self.payload.int),
                Tag::Float => format!("{:.2}", self.payload.float),
            }
        }
    }
}

fn main() {
    println!("{} {}", Value::int(-3).show(), Value::float(2.5).show());
    let mut v = Value::int(1);
    unsafe { v.payload.int += 41 };
    println!("{} {:?} {}", v.show(), v.tag, v.tag as u8);
    let bits: u32 = unsafe { mem::transmute(1.0f32) };
    println!("{bits:#x} {}", 1.0f32.to_bits() == bits);
    let tag: Tag = unsafe { mem::transmute(2u8) };
    println!("{tag:?}");
    let signed: i32 = unsafe { mem::transmute(u32::MAX) };
    println!("{signed}");
    println!("{}", mem::size_of::<Payload>());
}
