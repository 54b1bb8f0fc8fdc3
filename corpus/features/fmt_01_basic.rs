//@ no-bug

fn main() {
    let name = "ann";
    let width = 8;
    let prec = 2;
    let x = 3.14159;
    println!("{0} {1} {0} {name}", 1, 2);
    println!("{n} {}", 5, n = 6);
    println!("[{:5}] [{:<5}] [{:>5}] [{:^5}]", 42, 42, 42, 42);
    println!("[{:5}] [{:<5}] [{:>5}] [{:^5}]", "ab", "ab", "ab", "ab");
    println!("[{:*^9}] [{:->6}] [{:#<4}]", "mid", 7, 'c');
    println!("[{:05}] [{:+}] [{:+05}] [{:<05}]", 42, 42, -42, 7);
    println!("[{:.3}] [{:8.2}] [{:<8.1}] [{:+.0}]", x, x, x, x);
    println!("[{:.2}] [{:>6.2}]", "abcdef", "abcdef");
    println!("[{:width$}] [{:>1$}] [{:.*}]", 1, 6, 3, x);
    println!("[{x:width$.prec$}] [{name:>width$}] [{:1$}]", 9, 4);
    println!("{:x} {:X} {:#x} {:#010x} {:o} {:b} {:#b} {:#06b}", 255, 255, 255, 255, 8, 5, 5, 5);
    println!("{:x} {:b}", -1i8, -2i8);
    println!("{:?} {:?} {:?}", "q\"uote\n", 'c', 1.0);
    println!("{:5}|{:<5}|{:?}", true, false, ());
    println!("{{}} {{{}}}", 1);
    println!("{:e} {:E}", 1234.5, 0.00012);
    println!("{:?} {:?}", Some("x"), None::<i32>);
    println!("{:02}:{:02}", 5, 7);
    print!("no newline;");
    println!();
    let s = format!("{name:?} {:>4}", 12);
    println!("{s} {}", s.len());
    eprintln!("not on stdout");
    println!("{}", format_args!("{} {}", 1, 2));
    println!("{:p}", std::ptr::null::<u8>());
    println!("{:>10} {:<6}|", format!("{:?}", (1, 2)), Some(1).map_or("none", |_| "some"));
}
