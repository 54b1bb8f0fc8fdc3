//@ no-bug
//@ edition: 2021

struct D(&'static str);

impl D {
    fn some(&self) -> Option<usize> {
        Some(self.0.len())
    }
    fn none(&self) -> Option<usize> {
        None
    }
}

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
    }
}

fn tail() -> usize {
    let _local = D("local");
    D("tail temporary").0.len()
}

fn main() {
    println!("tail expression");
    println!("  {}", tail());
    println!("if let");
    if let Some(n) = D("scrutinee").some() {
        println!("  {n}");
    } else {
        println!("  none");
    }
    println!("if let else");
    if let Some(n) = D("scrutinee").none() {
        println!("  {n}");
    } else {
        println!("  none");
    }
    println!("end");
}
