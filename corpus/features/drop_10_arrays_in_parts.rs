//@ no-bug

struct D(u32);

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
    }
}

fn four() -> [D; 4] {
    [D(1), D(2), D(3), D(4)]
}

const FIVE: D = D(5);

fn main() {
    println!("a constant, no times and once, and a value no times");
    {
        let _none = [FIVE; 0];
        let _one = [FIVE; 1];
        let _dropped = [D(6); 0];
        println!("  .");
    }
    println!("the rest behind one");
    {
        let array = four();
        let [_, _rest @ ..] = array;
        println!("  .");
    }
    println!("one before the end");
    {
        let array = four();
        let [.., _one, _] = array;
        println!("  .");
    }
    println!("the rest before two, in a match with a guard");
    {
        let array = four();
        match array {
            [rest @ .., _, last] if last.0 == 4 => println!("  {} {}", rest.len(), last.0),
            _ => unreachable!(),
        }
        println!("  .");
    }
    println!("a reference to the rest, and one");
    {
        let array = four();
        let [ref rest @ .., last] = array;
        println!("  {} {}", rest.len(), last.0);
    }
    println!("filled anew");
    {
        let mut array = four();
        let [_, _, third, _] = array;
        array = [D(5), D(6), D(7), D(8)];
        let [_, _rest @ ..] = array;
        println!("  . {}", third.0);
    }
}
