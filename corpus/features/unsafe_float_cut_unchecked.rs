//@ bug: undefined-behavior
//@ source: `to_int_unchecked` cuts what fits; what does not is undefined behaviour
fn main() {
    let cut = std::thread::spawn(|| unsafe {
        let wide: u64 = 1e19f64.to_int_unchecked();
        let low: i128 = (-3.5f32).to_int_unchecked();
        (wide, low, 255.9f64.to_int_unchecked::<u8>(), (-0.5f64).to_int_unchecked::<u8>())
    });
    assert_eq!(cut.join().unwrap(), (10_000_000_000_000_000_000, -3, 255, 0));
    let held = std::pin::pin!(9.3e18f64);
    assert!(format!("{held:p}").starts_with("0x"));
    println!("{}", unsafe { held.to_int_unchecked::<i64>() });
}
