//@ no-bug

struct D(&'static str);

impl D {
    fn get(&self) -> &str {
        self.0
    }
    fn value(&self) -> usize {
        self.0.len()
    }
}

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
    }
}

fn make(s: &'static str) -> D {
    println!("  make {s}");
    D(s)
}

fn both(a: usize, b: usize) -> usize {
    println!("  call");
    a + b
}

fn main() {
    println!("statement");
    make("stmt").value();
    println!("let value");
    let n = make("let").value();
    println!("  {n}");
    println!("extended");
    {
        let r = &make("extended");
        println!("  {}", r.get());
    }
    println!("arguments");
    println!("  {}", both(make("arg1").value(), make("arg2").value()));
    println!("match scrutinee");
    match make("scrutinee").value() {
        9 => println!("  arm"),
        _ => println!("  other"),
    }
    println!("if condition");
    if make("cond").value() == 4 {
        println!("  then");
    }
    println!("while condition");
    let mut i = 0;
    while make("while").value() + i < 7 {
        println!("  body");
        i += 1;
    }
    println!("if let scrutinee");
    if let Some(x) = Some(make("iflet").get()) {
        println!("  {x}");
    }
    println!("logical");
    if make("lhs").value() == 3 && make("rhs").value() == 3 {
        println!("  both");
    }
    println!("block tail");
    let t = { make("tail").value() };
    println!("  {t}");
    println!("method chain");
    println!("  {}", String::from(make("chain").get()).len());
    println!("array index");
    let k = [make("i0"), make("i1")][1].value();
    println!("  {k}");
    println!("end");
}
