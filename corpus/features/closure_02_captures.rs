//@ no-bug

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

struct Both {
    a: Noisy,
    b: Noisy,
    n: i32,
}

fn main() {
    let both = Both { a: Noisy("a"), b: Noisy("b"), n: 1 };
    {
        let f = move || {
            let _moved = &both.a;
            println!("closure has a");
        };
        f();
        println!("still have {} {}", both.b.0, both.n);
    }
    println!("closure gone");

    let mut pair = (String::from("left"), String::from("right"));
    let mut grow = || pair.0.push('!');
    grow();
    let right = &pair.1;
    println!("{right}");
    println!("{}", pair.0);

    let x = Noisy("unused");
    let g = move || println!("does not mention it");
    g();
    println!("x is still {}", x.0);

    let y = Noisy("underscore");
    let h = move || {
        let _ = &y;
        println!("h");
    };
    h();
    drop(h);
    let mut count = 0;
    let mut inc = || {
        let old = count;
        count += 1;
        old
    };
    inc();
    inc();
    println!("{count}");
    let n = 5;
    let mut copy = n;
    let mut bump = move || {
        copy += 1;
        copy
    };
    println!("{} {} {}", bump(), bump(), copy);
    println!("end");
}
