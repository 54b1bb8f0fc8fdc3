//@ no-bug
//@ edition: 2024
//@ source: layouts of several values, arrays of cells, a limited reader that seeks
use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::io::{self, Read, Seek, SeekFrom};
use std::mem::MaybeUninit;
fn main() {
    println!(
        "{:?} {:?}",
        Layout::new::<(u8, u32)>().repeat(3).unwrap(),
        Layout::from_size_align(5, 4).unwrap().repeat(3)
    );
    println!(
        "{:?}",
        Layout::new::<u16>().dangling_ptr().as_ptr() as usize
    );
    println!(
        "{:?} {:?}",
        Layout::new::<u16>().repeat_packed(3),
        Layout::from_size_align(5, 4).unwrap().repeat_packed(2)
    );
    println!(
        "{:?}",
        Layout::new::<u16>().extend_packed(Layout::new::<u64>())
    );
    println!(
        "{:?} {:?}",
        Layout::from_size_align(5, 4).unwrap().repeat(0),
        Layout::from_size_align(5, 4)
            .unwrap()
            .repeat(usize::MAX / 2)
    );
    let (l, step) = Layout::new::<(u8, u32)>().repeat(2).unwrap();
    unsafe {
        let p = alloc(l);
        p.add(step).cast::<(u8, u32)>().write((1, 2));
        println!("{:?}", p.add(step).cast::<(u8, u32)>().read());
        dealloc(p, l);
    }
    let mut a: MaybeUninit<[u8; 3]> = MaybeUninit::uninit();
    for x in AsMut::<[MaybeUninit<u8>]>::as_mut(&mut a) {
        x.write(2);
    }
    println!("{:?}", unsafe { a.assume_init() });
    let a = Cell::new([1, 2]);
    let s: &[Cell<i32>] = a.as_ref();
    s[1].set(5);
    println!("{:?}", a.get());
    let c: &Cell<[i32]> = &a;
    println!(
        "{} {}",
        c.as_slice_of_cells().len(),
        AsRef::<[Cell<i32>]>::as_ref(c)[1].get()
    );
    let mut t = io::Cursor::new([1u8, 2, 3, 4]).take(3);
    t.seek(SeekFrom::Start(1)).unwrap();
    let mut v = vec![];
    t.read_to_end(&mut v).unwrap();
    println!(
        "{v:?} {:?} {:?} {:?}",
        t.stream_position().unwrap(),
        t.seek(SeekFrom::End(-2)).unwrap(),
        t.seek(SeekFrom::Current(5)).map_err(|e| e.kind())
    );
    println!(
        "{:?} {:?}",
        t.rewind().is_ok(),
        t.bytes().map(|b| b.unwrap()).collect::<Vec<_>>()
    );
    let b = BuildHasherDefault::<DefaultHasher>::default();
    println!("{:?} {}", b, b == b.clone());
}
