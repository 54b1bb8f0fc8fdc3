//@ no-bug

fn opaque(x: f64) -> f64 {
    x
}

fn main() {
    let a = 1.5f64;
    let b: f32 = 0.25;
    println!("{} {} {} {}", a + 1.0, a - 2.0, a * a, a / 4.0);
    println!("{} {}", b, b as f64 * 2.0);
    println!("{} {} {}", 1.0, 1e21, 1.5e-7);
    println!("{:.2} {:8.3} {:e}", 3.14159, 2.71828, 1500.0);
    println!("{} {} {}", f64::INFINITY, -f64::INFINITY, f64::NAN);
    println!("{} {}", opaque(f64::NAN) == opaque(0.0 / 0.0), 0.0 == -0.0);
    println!("{} {} {}", 2.5f64.floor(), 2.5f64.ceil(), 2.5f64.round());
    println!("{} {} {}", (-2.7f64).trunc(), 9f64.sqrt(), 2f64.powi(10));
    println!("{} {}", 1.0f64.max(f64::NAN), 3.0f64.min(2.0));
    println!("{} {}", (0.0f64 / 0.0).is_nan(), 5.5 % 2.0);
    println!("{:?} {:?} {:?}", 1.0, 0.1 + 0.2, 1e16);
    println!("{:?}", 1.0f64.partial_cmp(&2.0));
    println!("{:?}", "2.5".parse::<f64>());
    println!("{}", 1.0f32.total_cmp(&2.0) == std::cmp::Ordering::Less);
}
