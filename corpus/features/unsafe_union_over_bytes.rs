//@ no-bug
//@ source: unions in memory that was made for bytes, and in arrays of numbers: fields, values, copies, slices
use std::alloc::{Layout, alloc_zeroed, dealloc};
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair {
    lo: u32,
    hi: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
union Word {
    whole: u64,
    pair: Pair,
    bytes: [u8; 8],
    ptr: *const u8,
    flag: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Entry {
    kind: u16,
    word: Word,
    after: u8,
}
fn main() {
    let h = std::thread::spawn(|| {});
    unsafe {
        let l = Layout::array::<Entry>(4).unwrap();
        let raw = alloc_zeroed(l);
        let e = raw as *mut Entry;
        assert_eq!((*e.add(3)).word.whole, 0);
        (*e).kind = 3;
        (*e).word.whole = 0x1122_3344_5566_7788;
        (*e).after = 9;
        assert_eq!((*e).word.pair.lo, 0x5566_7788);
        assert_eq!((*e).word.bytes[7], 0x11);
        (*e).word.pair.hi = 1;
        assert_eq!((*e).word.whole, 0x1_5566_7788);
        let copy = *e;
        assert_eq!(copy.word.bytes[0], 0x88);
        *e.add(1) = copy;
        (*e.add(1)).word.bytes[0] = 0xFF;
        assert_eq!((*e.add(1)).word.pair.lo, 0x5566_77FF);
        std::ptr::swap(e, e.add(1));
        assert_eq!((*e).word.pair.lo, 0x5566_77FF);
        let words = std::slice::from_raw_parts_mut(raw as *mut u64, 12);
        assert_eq!(words[1], 0x1_5566_77FF);
        words[4] = 77;
        assert_eq!((*e.add(1)).word.whole, 77);
        let x = 5u8;
        (*e.add(2)).word.ptr = &x;
        assert_eq!(*(*e.add(2)).word.ptr, 5);
        let w = (*e.add(2)).word;
        assert_eq!(*w.ptr, 5);
        (*e.add(2)).word = Word { flag: true };
        assert!((*e.add(2)).word.flag);
        (*e.add(2)).word.bytes = [0; 8];
        let s = std::slice::from_raw_parts(e, 4);
        let sum: u64 = s
            .iter()
            .map(|e| u64::from(e.kind) + e.word.bytes[1] as u64)
            .sum();
        println!("{sum}");
        let mut nums = [0u64; 3];
        let u = nums.as_mut_ptr().cast::<Word>();
        u.write(Word {
            pair: Pair { lo: 1, hi: 2 },
        });
        u.add(1).write(Word {
            bytes: [1, 2, 3, 4, 5, 6, 7, 8],
        });
        assert_eq!(nums[0], 1 | 2 << 32);
        assert_eq!(nums[1], 0x0807_0605_0403_0201);
        std::ptr::copy(
            nums.as_ptr().cast::<Word>(),
            nums.as_mut_ptr().cast::<Word>().add(1),
            2,
        );
        assert_eq!(nums[2], 0x0807_0605_0403_0201);
        let mut ws = [Word { whole: 3 }; 2];
        ws[1].pair = Pair { lo: 8, hi: 9 };
        let back = ws.as_ptr() as *const u64;
        assert_eq!(*back.add(1), 8 | 9 << 32);
        dealloc(raw, l);
    }
    h.join().unwrap();
}
