//@ no-bug
//@ source: large values that are filled before they are taken for initialized, in each of the ways there are
use std::mem::MaybeUninit;
use std::thread;

enum Message {
    Small(u8),
    Large([u32; 40]),
}

fn main() {
    let mut words = [const { MaybeUninit::<String>::uninit() }; 40];
    thread::scope(|s| {
        for half in words.chunks_mut(20) {
            s.spawn(move || {
                for (index, word) in half.iter_mut().enumerate() {
                    word.write(format!("{index}"));
                }
            });
        }
    });
    let words: [String; 40] = unsafe { std::mem::transmute(words) };
    println!("{} {}", words[19], words[20]);

    let mut bytes: MaybeUninit<[u16; 300]> = MaybeUninit::uninit();
    unsafe { bytes.as_mut_ptr().write_bytes(1, 1) };
    let bytes = unsafe { bytes.assume_init() };
    println!("{}", bytes[299]);

    let boxes: [Option<Box<u8>>; 100] = unsafe { std::mem::zeroed() };
    println!("{}", boxes.iter().all(Option::is_none));

    // What no variant has is copied as it is.
    let messages = [Message::Small(7), Message::Large([3; 40]), Message::Small(8)];
    let copy: MaybeUninit<[Message; 3]> = MaybeUninit::new(messages);
    let again = unsafe { copy.assume_init() };
    let sum: u32 = again
        .iter()
        .map(|message| match message {
            Message::Small(number) => u32::from(*number),
            Message::Large(numbers) => numbers.iter().sum(),
        })
        .sum();
    println!("{sum}");
}
