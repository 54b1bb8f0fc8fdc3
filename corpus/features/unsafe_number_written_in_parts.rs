//@ no-bug
//@ source: a number of which three bytes are written is moved, and gets its fourth later
use std::mem::MaybeUninit;

fn begun(bytes: [u8; 3]) -> MaybeUninit<u32> {
    let mut number = MaybeUninit::<u32>::uninit();
    let first = number.as_mut_ptr().cast::<u8>();
    for (index, byte) in bytes.into_iter().enumerate() {
        unsafe { first.add(index).write(byte) };
    }
    number
}

fn main() {
    let list = [begun([1, 2, 3]), begun([5, 6, 7])];
    let mut moved = list;
    for (number, last) in moved.iter_mut().zip([4, 0xF8]) {
        let first = number.as_mut_ptr().cast::<u8>();
        unsafe { first.add(3).write(last) };
    }
    let numbers = moved.map(|number| unsafe { number.assume_init() });
    assert_eq!(numbers, [0x04030201, 0xF8070605]);
    assert_eq!(unsafe { list[1].as_ptr().cast::<u8>().add(2).read() }, 7);
}
