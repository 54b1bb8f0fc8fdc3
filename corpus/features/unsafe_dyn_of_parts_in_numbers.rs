//@ no-bug
//@ source: new; trait objects that are put together of a vtable and a place in memory that was made for numbers
use std::mem::{self, MaybeUninit};
use std::thread;

trait Event {
    fn fire(&mut self) -> String;
}
struct Key(char);
struct Text {
    text: String,
    times: u8,
}
impl Event for Key {
    fn fire(&mut self) -> String {
        format!("key {}", self.0)
    }
}
impl Event for Text {
    fn fire(&mut self) -> String {
        self.times += 1;
        self.text.repeat(self.times.into())
    }
}

/// A value of up to 32 bytes, whose type only the vtable knows.
struct Inline {
    room: MaybeUninit<[u64; 4]>,
    vtable: *const (),
}
unsafe impl Send for Inline {}

impl Inline {
    fn new<E: Event + Send + 'static>(event: E) -> Inline {
        assert!(size_of::<E>() <= 32 && align_of::<E>() <= 8);
        let whole: &dyn Event = &event;
        let (_, vtable): (*const (), *const ()) = unsafe { mem::transmute(whole) };
        let mut room: MaybeUninit<[u64; 4]> = MaybeUninit::uninit();
        unsafe { room.as_mut_ptr().cast::<E>().write(event) };
        Inline { room, vtable }
    }
    fn get(&mut self) -> &mut dyn Event {
        unsafe { mem::transmute((self.room.as_mut_ptr() as *mut (), self.vtable)) }
    }
}
impl Drop for Inline {
    fn drop(&mut self) {
        unsafe { std::ptr::drop_in_place(self.get()) }
    }
}

fn main() {
    let mut events = vec![Inline::new(Key('x')), Inline::new(Text { text: "ab".into(), times: 1 })];
    assert_eq!(events[0].get().fire(), "key x");
    let mut last = events.pop().unwrap();
    let fired = thread::spawn(move || last.get().fire() + &last.get().fire());
    assert_eq!(fired.join().unwrap(), "ababababab");
}
