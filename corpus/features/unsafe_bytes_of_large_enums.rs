//@ no-bug
//@ source: large enums in memory of words: written whole, changed in place, moved

use std::mem::MaybeUninit;
#[derive(Clone, PartialEq, Debug)]
enum Big { Small(u8), Large([u64; 40], u32), Mid { a: [u32; 20], b: u8 } }
fn make(n: u64) -> [u64; 40] { let mut a = [n; 40]; a[3] = 7; a }
fn main() {
    let mut store = [const { MaybeUninit::<u64>::uninit() }; 100];
    let mut boxed: Box<[MaybeUninit<u64>]> = Box::new_uninit_slice(100);
    for p in [store.as_mut_ptr(), boxed.as_mut_ptr()] {
        let q = p.cast::<Big>();
        unsafe {
            q.write(Big::Large(make(2), 5));
            assert!(matches!(&*q, Big::Large(a, 5) if a[3] == 7 && a[39] == 2));
            *q = Big::Mid { a: [9; 20], b: 3 };
            if let Big::Mid { a, b } = &mut *q { a[19] += *b as u32; *b = 4; }
            assert_eq!(*q, Big::Mid { a: { let mut a = [9; 20]; a[19] = 12; a }, b: 4 });
            *q = Big::Large([(*q == Big::Small(1)) as u64; 40], 6);
            assert!(matches!(*q, Big::Large(_, 6)));
            q.add(1).write((*q).clone());
            *q = Big::Small(8);
            std::ptr::swap(q, q.add(1));
            assert_eq!(*q.add(1), Big::Small(8));
            assert!(matches!(q.read(), Big::Large(a, 6) if a == [0; 40]));
        }
    }
}
