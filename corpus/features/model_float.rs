//@ no-bug
//@ source: floats and their formatting against native ones

fn main() {
    for x in [0.0f64, -0.0, 1.0, -1.5, 2.5, 3.7, 1e10, 1e-7, 123456789.125, 1e21, 1e16, f64::MAX, f64::MIN_POSITIVE, f64::NAN, f64::INFINITY, -f64::INFINITY] {
        println!("{} {:?} {:e} {:.2} {:8.1} {:+} {:08.3}", x, x, x, x, x, x, x);
        println!("{} {} {} {} {}", x.floor(), x.ceil(), x.round(), x.trunc(), x.fract());
        println!("{} {} {} {}", x.abs(), x.signum(), x.is_nan(), x.is_sign_negative());
        println!("{:?} {:?}", x.classify(), x.partial_cmp(&1.0));
        println!("{} {}", x.min(2.0), x.max(2.0));
        println!("{:?}", x.total_cmp(&0.5));
    }
    for x in [0.1f32, 1.0 / 3.0, 16777217.0, 1e-10, 3.4e38] {
        println!("{} {:?} {:.3} {:e} {}", x, x, x, x, x as f64);
    }
    println!("{} {} {}", 2f64.sqrt(), 27f64.cbrt(), 2f64.powf(0.5));
    println!("{} {} {}", 2f64.powi(10), 1f64.exp(), 10f64.ln());
    println!("{:.6} {:.6} {:.6} {:.6}", 1f64.sin(), 1f64.cos(), 1f64.tan(), 1f64.atan2(2.0));
    println!("{} {} {}", 8f64.log2(), 1000f64.log10(), 8f64.log(2.0));
    println!("{} {} {}", 7.5f64 % 2.0, -7.5f64 % 2.0, (-7.5f64).rem_euclid(2.0));
    println!("{} {} {}", 3f64.hypot(4.0), 1f64.copysign(-2.0), 180f64.to_radians());
    println!("{:?} {:?} {:?} {:?}", "3.5".parse::<f64>(), "1e3".parse::<f32>(), "abc".parse::<f64>(), "".parse::<f32>());
    println!("{:x} {}", 1.5f64.to_bits(), f64::from_bits(0x4000000000000000));
    println!("{} {}", f32::MAX, f64::EPSILON);
    println!("{} {}", 5.0f64.clamp(0.0, 1.0), 0.1 + 0.2);
    println!("{}", [1.5f64, 2.5].iter().sum::<f64>());
    println!("{}", std::f64::consts::PI);
    let mut v = vec![2.5, -1.0, 9.0];
    v.sort_by(|a: &f64, b| a.partial_cmp(b).unwrap());
    println!("{:?}", v);
}
