//@ no-bug
//@ source: what a hook is told of a panic, printed
fn main() {
    std::panic::set_hook(Box::new(|i| {
        let s = format!("{i:?}");
        let t = s.split("location").next().unwrap().to_string();
        println!(
            "{t} {}",
            s.ends_with("can_unwind: true, force_no_backtrace: false }")
        );
        println!(
            "{:?} {:?}",
            i.payload_as_str(),
            i.location().map(|l| l.line())
        );
    }));
    let _ = std::panic::catch_unwind(|| panic!("x{}", 1));
    let _ = std::panic::catch_unwind(|| std::panic::panic_any(7u8));
    let _ = std::panic::take_hook();
    let r = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new("quiet")));
    println!("{:?}", r.unwrap_err().downcast_ref::<&str>());
}
