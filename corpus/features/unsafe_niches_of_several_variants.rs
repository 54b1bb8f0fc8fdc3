//@ no-bug
//@ source: enums whose payload's bytes say which of several variants without one it is, one in another, with a payload of several fields, and of negative numbers, through transmute and raw pointers

use std::alloc::{alloc, dealloc, Layout};
use std::cmp::Ordering;
use std::num::NonZeroU32;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer { Unasked, Given(bool), Refused, Lost }
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part { len: usize, at: &'static u8 }
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(i8)]
enum Level { Low = -128, High = -2 }
#[repr(C)]
struct Record { answer: Answer, twice: Option<Option<bool>>, order: Option<Ordering>, level: Option<Level>, count: Option<NonZeroU32> }

fn bytes<T>(value: &T) -> &[u8] { unsafe { std::slice::from_raw_parts((value as *const T).cast(), size_of::<T>()) } }

fn main() {
    let all = [Answer::Unasked, Answer::Given(true), Answer::Refused, Answer::Lost];
    let told: [u8; 4] = unsafe { std::mem::transmute(all) };
    assert_eq!(told, [2, 1, 4, 5]);
    assert_eq!(unsafe { std::mem::transmute::<[u8; 4], [Answer; 4]>(told) }, all);
    let twice = [None, Some(None), Some(Some(true))];
    assert_eq!(unsafe { std::mem::transmute::<[Option<Option<bool>>; 3], [u8; 3]>(twice) }, [3, 2, 1]);
    assert_eq!(unsafe { std::mem::transmute::<[u8; 3], [Option<Option<bool>>; 3]>([3, 2, 1]) }, twice);
    let mut record = Record { answer: Answer::Lost, twice: None, order: None, level: None, count: None };
    assert_eq!(bytes(&record), [5, 3, 2, 129, 0, 0, 0, 0]);
    let p = &raw mut record as *mut u8;
    unsafe { p.write(0); p.add(1).write(2); p.add(2).write(0xff); p.add(3).write(0x80); p.add(4).cast::<u32>().write(9); }
    assert_eq!((record.answer, record.twice, record.order), (Answer::Given(false), Some(None), Some(Ordering::Less)));
    assert_eq!((record.level, record.count), (Some(Level::Low), NonZeroU32::new(9)));
    static X: u8 = 7;
    let part = Some(Part { len: 3, at: &X });
    let words: [usize; 2] = unsafe { std::mem::transmute(part) };
    assert_eq!(words.iter().filter(|&&word| word == &X as *const u8 as usize).count(), 1);
    assert_eq!(unsafe { std::mem::transmute::<[usize; 2], Option<Part>>(words) }, part);
    assert!(unsafe { std::mem::transmute::<[usize; 2], Option<Part>>([0, 0]) }.is_none());
    let failed: Result<NonZeroU32, ()> = Err(());
    assert_eq!(unsafe { std::mem::transmute::<_, u32>(failed) }, 0);
    unsafe {
        let layout = Layout::array::<Answer>(4).unwrap();
        let memory = alloc(layout);
        memory.cast::<[Answer; 4]>().write(all);
        assert_eq!(std::slice::from_raw_parts(memory, 4), [2, 1, 4, 5]);
        memory.add(3).write(0);
        assert_eq!(*memory.cast::<[Answer; 4]>().cast::<Answer>().add(3), Answer::Given(false));
        dealloc(memory, layout);
    }
}
