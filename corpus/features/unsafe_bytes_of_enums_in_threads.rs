//@ no-bug
//@ source: threads that change different parts of an enum through its bytes, and of one that stands in memory of words

use std::mem::MaybeUninit;
#[repr(u8)] #[derive(Clone, Copy, PartialEq, Debug)] enum Px { None, Rgb(u8, u8, u8), Wide { a: u32, b: u32 } }
#[repr(C)] struct W { t: u8, a: u32, b: u32 }
#[derive(Clone, PartialEq, Debug)] enum V { A(u32, u32), B(u64), C }
fn main() {
    let mut p = Px::Wide { a: 1, b: 2 };
    let w = unsafe { &mut *(&raw mut p).cast::<W>() };
    let (a, b) = (&mut w.a, &mut w.b);
    std::thread::scope(|s| { s.spawn(move || *a += 1); s.spawn(move || *b += 1); });
    assert_eq!(p, Px::Wide { a: 2, b: 3 });
    let mut store = [MaybeUninit::<u64>::uninit(); 4];
    let q = store.as_mut_ptr().cast::<V>();
    unsafe {
        q.write(V::A(1, 2));
        q.add(1).write(V::C);
        if let V::A(x, y) = &mut *q { std::thread::scope(|s| { s.spawn(move || *x += 5); s.spawn(move || *y += 5); }); }
        assert_eq!(*q, V::A(6, 7));
        *q = V::B(9);
        assert_eq!((*q).clone(), V::B(9));
        match &mut *q.add(1) { V::C => {} _ => unreachable!() }
    }
}
