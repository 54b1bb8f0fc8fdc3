//@ no-bug
//@ source: `#(value)` in the arguments of a macro is no attribute: the name in it is a local of the macro around it
use std::thread;

macro_rules! words {
    ($to:ident) => {};
    ($to:ident #($value:expr) $($rest:tt)*) => {
        $to.push($value.to_string());
        words!($to $($rest)*);
    };
    ($to:ident $word:ident $($rest:tt)*) => {
        $to.push(stringify!($word).to_string());
        words!($to $($rest)*);
    };
}

macro_rules! sentence {
    ($count:expr) => {{
        let mut text = Vec::new();
        let count = $count * 2;
        words!(text there are #(count) threads);
        text.join(" ")
    }};
}

fn main() {
    let count = 2;
    let told = thread::spawn(move || sentence!(count));
    assert_eq!(told.join().unwrap(), "there are 4 threads");
}
