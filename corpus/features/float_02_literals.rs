//@ no-bug
//@ source: literals of f32 are rounded once; their bits as rustc has them
fn main() {
    assert_eq!(9007199791611905.0f32.to_bits(), 1509949441);
    let typed: f32 = 16777217.000000001;
    assert_eq!(typed.to_bits(), 1266679809);
    assert_eq!(1.00000017881393432617187499f32.to_bits(), 1065353217);
    assert_eq!(1.00000017881393432617187500f32.to_bits(), 1065353218);
    assert_eq!((-1.00000017881393432617187499_f32).to_bits(), 3212836865);
    let parsed: f32 = "1.00000017881393432617187499".parse().unwrap();
    assert_eq!(parsed.to_bits(), 1065353217);
    assert_eq!((-0.0f32).to_bits(), 1 << 31);
}
