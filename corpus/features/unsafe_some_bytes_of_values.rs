//@ no-bug
//@ source: strings that begin inside a struct of a pointer and numbers, as `compact_str`'s do, grow: some bytes
//@ source: of a value are copied
use std::ptr;
use std::thread;

#[repr(C)]
#[derive(Clone, Copy)]
struct Inline(*const (), usize, u32, u16, u8, u8);

const SIZE: usize = size_of::<Inline>();

fn inline(text: &str) -> Inline {
    let mut bytes = [0u8; SIZE];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    bytes[SIZE - 1] = text.len() as u8;
    unsafe { std::mem::transmute(bytes) }
}

fn grown(text: &Inline, more: &str) -> String {
    let mut bytes = vec![0u8; 64];
    let len = usize::from(text.5);
    unsafe { ptr::copy_nonoverlapping(text as *const Inline as *const u8, bytes.as_mut_ptr(), len) };
    bytes[len..len + more.len()].copy_from_slice(more.as_bytes());
    bytes.truncate(len + more.len());
    String::from_utf8(bytes).unwrap()
}

fn middle(numbers: &[u32; 3]) -> [u8; 6] {
    let mut bytes = [0; 6];
    let from = numbers as *const u32 as *const u8;
    unsafe { ptr::copy_nonoverlapping(from.add(3), bytes.as_mut_ptr(), 6) };
    bytes
}

fn main() {
    let other = thread::spawn(|| grown(&inline("twelve bytes"), " and more"));
    assert_eq!(grown(&inline("short"), ", then long"), "short, then long");
    assert_eq!(middle(&[0x04030201, 0x08070605, 0x0c0b0a09]), [4, 5, 6, 7, 8, 9]);
    assert_eq!(other.join().unwrap(), "twelve bytes and more");
}
