//@ no-bug
//@ source: the address of a value whose first field is not the first in memory
fn main() {
    let x = Box::new((1u8, 2u64, 3u16));
    let p = &raw const *x;
    assert_eq!(p as usize % 8, 0);
    assert!(p.is_aligned());
    let v = vec![(1u8, 2u64, 3u16); 3];
    for e in &v {
        assert_eq!(e as *const _ as usize % 8, 0);
    }
    assert_eq!(
        &raw const v[1].0 as usize - v.as_ptr() as usize,
        16 + std::mem::offset_of!((u8, u64, u16), 0)
    );
    assert_eq!(
        &raw const x.0 as usize - p as usize,
        std::mem::offset_of!((u8, u64, u16), 0)
    );
    let marked = (p as usize | 1) as *const (u8, u64, u16);
    assert_eq!(marked as usize & 7, 1);
    let back = (marked as usize & !7) as *const (u8, u64, u16);
    assert_eq!(back, p);
    assert_eq!(unsafe { (*back).2 }, 3);
    let marked = p.map_addr(|a| a | 2);
    assert_eq!(marked.addr() & 7, 2);
    assert_eq!(unsafe { *marked.map_addr(|a| a & !7) }, (1, 2, 3));
    let second = p
        .cast::<u8>()
        .wrapping_add(std::mem::offset_of!((u8, u64, u16), 1))
        .cast::<u64>();
    assert_eq!(unsafe { *second }, 2);
    let whole = unsafe { second.byte_sub(std::mem::offset_of!((u8, u64, u16), 1)) }
        .cast::<(u8, u64, u16)>();
    assert_eq!(unsafe { (*whole).0 }, 1);
}
