//@ no-bug

struct D(&'static str);

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
    }
}

struct Two {
    first: D,
    second: D,
}

impl Drop for Two {
    fn drop(&mut self) {
        println!("  drop two of {} {}", self.first.0, self.second.0);
    }
}

fn main() {
    println!("locals");
    {
        let _a = D("a");
        let _b = D("b");
        let _ = D("ignored");
        println!("  end of block");
    }
    println!("fields");
    {
        let _t = Two { second: D("second"), first: D("first") };
    }
    println!("tuple and array");
    {
        let _t = (D("t0"), D("t1"));
        let _a = [D("x0"), D("x1")];
    }
    println!("vec");
    {
        let mut v = vec![D("v0"), D("v1"), D("v2")];
        v.remove(1);
        v.push(D("v3"));
    }
    println!("shadowing");
    {
        let s = D("old");
        let s = D(if s.0 == "old" { "new" } else { "" });
        println!("  {}", s.0);
    }
    println!("assignment");
    {
        let mut m = D("before");
        println!("  {}", m.0);
        m = D("after");
        println!("  {}", m.0);
    }
    println!("deferred");
    {
        let d;
        let _e = D("e");
        d = D("d");
        println!("  {}", d.0);
    }
    println!("box and option");
    {
        let mut o = Some(Box::new(D("boxed")));
        println!("  {}", o.is_some());
        o = None;
        println!("  {}", o.is_none());
    }
    println!("end");
}
