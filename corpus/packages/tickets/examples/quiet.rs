fn main() {
    let office = tickets::Office::new(1);
    println!("{} {}", module_path!(), tickets::sell!(office));
}
