//@ no-bug
//@ source: from a field back to its struct by bytes: with `byte_sub`, with a pointer to bytes, with a number

union Few {
    inline: [u8; 2],
    heap: (*mut u8, usize),
}

struct Bag {
    few: Few,
    len: usize,
}

fn inline_bytes() {
    let few = Few { inline: [1, 2] };
    let mut bag = Box::new((1u32, Bag { few, len: 2 }));
    unsafe {
        let start = (&raw mut bag.1.few).cast::<u8>();
        start.add(1).write(7);
        assert_eq!(start.add(1).offset_from(start), 1);
        println!("{:?} {}", bag.1.few.inline, bag.1.len);
        bag.1.few.heap = (start, 3);
        println!("{}", bag.1.few.heap.1);
    }
}

struct S { a: u32, b: u64, c: u8, d: [u16; 3] }
fn main() {
    inline_bytes();
    let s = Box::new(S { a: 1, b: 2, c: 3, d: [4, 5, 6] });
    let c = &raw const s.c;
    let o = std::mem::offset_of!(S, c);
    let p = unsafe { c.byte_sub(o).cast::<S>() };
    println!("{}", unsafe { (*p).b });
    let p = unsafe { (c as *const u8).sub(o).cast::<S>() };
    println!("{}", unsafe { (*p).b });
    let p = (c.addr() - o) as *const S;
    println!("{}", unsafe { (*p).a });
    println!("{}", unsafe { (&raw const s.d).cast::<u8>().add(2).cast::<u16>().read() });
    let raw = Box::into_raw(s);
    unsafe {
        std::ptr::write_bytes(raw as *mut u8, 0, std::mem::size_of::<S>());
        println!("{} {} {} {:?}", (*raw).a, (*raw).b, (*raw).c, (*raw).d);
        drop(Box::from_raw(raw));
    }
}
