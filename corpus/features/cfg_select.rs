//@ no-bug
//@ source: cfg_select! as items, statements, members, expressions and patterns

cfg_select! {
    unix => { fn os() -> &'static str { "unix" } }
    windows => { fn os() -> &'static str { "windows" } }
    _ => { fn os() -> &'static str { "?" } }
}
fn main() {
    more();
    let w = cfg_select! { target_pointer_width = "64" => 64, _ => 32 };
    let e =
        cfg_select! { all(not(unix), debug_assertions) => { 1 } not(windows) => { 2 } _ => { 3 } };
    println!("{} {w} {e}", os());
}
struct S;
impl S {
    std::cfg_select! {
        feature = "no" => { fn a(&self) -> u8 { 1 } }
        any(windows, target_os = "linux") => { fn a(&self) -> u8 { 2 } fn b(&self) -> u8 { 3 } }
        _ => {}
    }
}
pub fn more() {
    cfg_select! { debug_assertions => { let x = 1; let y = x + 1; } _ => { let y = 0; } }
    println!("{y} {} {}", S.a(), S.b());
    match 3u8 {
        cfg_select! { unix => { 3 | 4 } _ => { 5 } } => println!("pat"),
        _ => {}
    }
}
