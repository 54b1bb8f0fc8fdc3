//@ no-bug
//@ source: a tagged union by hand: ManuallyDrop fields, a tag that says which is alive

use std::mem::ManuallyDrop;

#[derive(Clone, Copy, PartialEq)]
enum Tag {
    Int,
    Text,
}

union Data {
    int: i64,
    text: ManuallyDrop<String>,
}

struct Value {
    tag: Tag,
    data: Data,
}

impl Value {
    fn int(int: i64) -> Value {
        Value { tag: Tag::Int, data: Data { int } }
    }
    fn text(text: &str) -> Value {
        Value { tag: Tag::Text, data: Data { text: ManuallyDrop::new(text.to_string()) } }
    }
    fn show(&self) -> String {
        match self.tag {
            Tag::Int => unsafe { self.data.int }.to_string(),
            Tag::Text => unsafe { (*self.data.text).clone() },
        }
    }
    fn set_int(&mut self, int: i64) {
        if self.tag == Tag::Text {
            unsafe { ManuallyDrop::drop(&mut self.data.text) };
        }
        self.tag = Tag::Int;
        self.data.int = int;
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        if self.tag == Tag::Text {
            unsafe { ManuallyDrop::drop(&mut self.data.text) };
        }
    }
}

fn main() {
    let mut values = vec![Value::int(-3), Value::text("hello"), Value::text("gone")];
    values[2].set_int(7);
    let shown: Vec<String> = values.iter().map(Value::show).collect();
    println!("{}", shown.join(" "));
}
