//@ bug: undefined-behavior
//@ source: a field read where it is not aligned

#[repr(C, align(4))]
struct Packet([u8; 12]);

fn field(p: &Packet, offset: usize) -> u32 {
    assert!(offset + 4 <= p.0.len());
    unsafe { *(p.0.as_ptr().add(offset) as *const u32) }
}

fn field_ok(p: &Packet, offset: usize) -> u32 {
    unsafe { p.0.as_ptr().add(offset).cast::<u32>().read_unaligned() }
}

fn main() {
    let mut p = Packet([0; 12]);
    p.0[6] = 1;
    let handle = std::thread::spawn(move || {
        assert_eq!(field(&p, 4).swap_bytes(), 1 << 8);
        assert_eq!(field_ok(&p, 6), 1);
        field(&p, 6)
    });
    println!("{}", handle.join().unwrap());
}
