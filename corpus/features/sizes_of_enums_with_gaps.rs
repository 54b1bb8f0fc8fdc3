//@ no-bug
//@ source: what a tag never is where its numbers have gaps, as rustc leaves it to the enum around

#[repr(u8)]
enum Ends { First = 0, Last = 255 }
#[repr(i8)]
enum Signed { First = -128, Last = 127 }
#[repr(i8)]
enum Far { First = -100, Last = 20 }
#[repr(u8)]
enum Three { First = 0, Middle = 100, Last = 255 }

macro_rules! none_of {
    ($ty:ty) => { unsafe { std::mem::transmute::<Option<$ty>, u8>(None) } };
}

fn main() {
    assert_eq!((none_of!(Ends), none_of!(Far), none_of!(Three)), (1, 19, 101));
    assert_eq!(none_of!(std::cmp::Ordering), 2);
    assert_eq!(size_of::<Option<Signed>>(), 2);
    let _ = (Ends::First, Ends::Last, Signed::First, Signed::Last, Far::First, Far::Last, Three::First, Three::Middle, Three::Last);
}
