//@ bug: undefined-behavior
//@ message: "write to the variable `config`, which is not `mut`"
//@ source: a setter behind a shared reference that goes through a raw pointer: the caller's variable is not `mut`

#[derive(Debug)]
struct Config {
    name: &'static str,
    retries: u32,
}

impl Config {
    fn set_retries(&self, retries: u32) {
        let field = &raw const self.retries;
        unsafe { field.cast_mut().write(retries) }
    }
}

fn main() {
    let mut own = Config { name: "own", retries: 1 };
    own.set_retries(2);
    own.name = "mine";
    let config = Config { name: "net", retries: 3 };
    config.set_retries(5);
    println!("{config:?} {own:?}");
}
