//@ no-bug
//@ source: a tagged union with `ManuallyDrop` and union patterns

use std::mem::ManuallyDrop;
#[repr(C)]
union Payload {
    int: i64,
    float: f64,
    text: ManuallyDrop<String>,
}
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
enum Tag {
    Int,
    Float,
    Text,
}
pub struct Value {
    tag: Tag,
    payload: Payload,
}
impl Value {
    fn int(i: i64) -> Self {
        Value {
            tag: Tag::Int,
            payload: Payload { int: i },
        }
    }
    fn float(f: f64) -> Self {
        Value {
            tag: Tag::Float,
            payload: Payload { float: f },
        }
    }
    fn text(s: impl Into<String>) -> Self {
        Value {
            tag: Tag::Text,
            payload: Payload {
                text: ManuallyDrop::new(s.into()),
            },
        }
    }
    fn show(&self) -> String {
        unsafe {
            match self {
                Value {
                    tag: Tag::Int,
                    payload: Payload { int },
                } => format!("{int}"),
                Value {
                    tag: Tag::Float,
                    payload,
                } => format!("{:.2}", payload.float),
                Value { payload, .. } => format!("{:?}", &**payload.text),
            }
        }
    }
}
impl Drop for Value {
    fn drop(&mut self) {
        if self.tag == Tag::Text {
            unsafe { ManuallyDrop::drop(&mut self.payload.text) }
        }
    }
}
unsafe impl Sync for Value {}
fn main() {
    let vs = [Value::int(-3), Value::float(2.5), Value::text("x\"y")];
    let out = std::thread::scope(|s| {
        vs.iter()
            .map(|v| s.spawn(|| v.show()))
            .map(|h| h.join().unwrap())
            .collect::<Vec<_>>()
    });
    println!("{}", out.join(" | "));
    let mut p = Payload { int: 0 };
    p.float = 1.0;
    println!("{:#x}", unsafe { p.int });
}
