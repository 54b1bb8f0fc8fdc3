//@ no-bug
//@ source: addresses that are calculated as numbers, within a word

fn main() {
    let words = [1u64 | 7 << 32, 2];
    let addr = words.as_ptr() as usize;
    assert_eq!(unsafe { *((addr + 4) as *const u32) }, 7);
    assert_eq!(unsafe { *((addr + 12) as *const u32) }, 0);
    assert_eq!(unsafe { *((addr + 4) as *const u16) }, 7);
}
