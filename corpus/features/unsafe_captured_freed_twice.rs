//@ bug: undefined-behavior
//@ source: what a closure captured is dropped where its body ends, which is where the report has to point
fn main() {
    let number = Box::into_raw(Box::new(1));
    let [first, second] = [number; 2].map(|owned| unsafe { Box::from_raw(owned) });
    drop(first);
    let end = move || {
        let _ = &second;
        println!("the end");
    };
    std::thread::spawn(end).join().unwrap();
}
