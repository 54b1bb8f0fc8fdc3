//@ no-bug
//@ source: where std says that nothing is allocated anew, or does not, pointers into the old buffer stay good:
//@ source: vectors and deques, boxed slices and arrays, strings that are changed in the middle
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn deques() {
    let mut numbers = Vec::with_capacity(5);
    numbers.extend([1u32, 2, 3, 4]);
    let first = numbers.as_mut_ptr();
    let mut deque = VecDeque::from(numbers);
    assert_eq!((deque.capacity(), &deque[1] as *const u32), (5, first.wrapping_add(1) as *const u32));
    deque.pop_front();
    deque.pop_front();
    deque.extend([5, 6, 7]);
    // Around the end of the buffer.
    assert_eq!(deque.as_slices(), (&[3, 4, 5][..], &[6, 7][..]));
    let numbers = Vec::from(deque);
    assert_eq!(numbers, [3, 4, 5, 6, 7]);
    assert_eq!((numbers.capacity(), numbers.as_ptr()), (5, first as *const u32));
    unsafe { println!("{}", *first) }

    let mut boxes: VecDeque<Box<u8>> = (0..6).map(Box::new).collect::<Vec<_>>().into();
    boxes.rotate_left(4);
    boxes.push_front(Box::new(9));
    boxes.make_contiguous().sort();
    println!("{:?}", Vec::from(boxes));

    let mut nothing = VecDeque::from(vec![(); 3]);
    nothing.push_front(());
    nothing.push_back(());
    println!("{}", Vec::from(nothing).len());
}

fn arrays() {
    let boxed: Box<[u16]> = vec![1, 2, 3].into();
    let first = boxed.as_ptr();
    let boxed = Box::<[u16; 2]>::try_from(boxed).unwrap_err();
    let array: Box<[u16; 3]> = boxed.try_into().unwrap();
    assert_eq!(array.as_ptr(), first);
    let slice: Box<[u16]> = array;
    assert_eq!(slice.into_vec().as_ptr(), first);

    let words = vec![String::from("a"), String::from("b")];
    let first = words.as_ptr();
    let words = Box::<[String; 1]>::try_from(words).unwrap_err();
    let array: Box<[String; 2]> = words.try_into().unwrap();
    assert_eq!(array.as_ptr(), first);
    let none: Box<[String; 0]> = Vec::new().try_into().unwrap();
    println!("{array:?} {none:?}");
    let [a, b] = *array;
    println!("{a}{b}");
}

fn strings() {
    let mut text = String::with_capacity(16);
    text.push_str("ä b ü c");
    let first = text.as_ptr();
    text.retain(|c| c != ' ');
    assert_eq!(text, "äbüc");
    text.insert_str(2, "--");
    text.insert(0, 'é');
    assert_eq!(text, "éä--büc");
    text.replace_range(4..5, "longer");
    text.replace_range(..4, "");
    assert_eq!((text.as_str(), text.as_ptr()), ("longer-büc", first));
    text.drain(1..7);
    text.replace_range(1..=1, "");
    assert_eq!((text.as_str(), text.as_ptr()), ("lüc", first));
    unsafe { println!("{}", *first as char) }

    let mut drained = text.drain(1..);
    assert_eq!((drained.as_str().as_ptr(), drained.next(), drained.as_str()), (first.wrapping_add(1), Some('ü'), "c"));
    println!("{drained:?} {:?}", AsRef::<[u8]>::as_ref(&drained));
    drop(drained);
    text.push_str("üc");

    // What was kept before the panic is left.
    let seen = catch_unwind(AssertUnwindSafe(|| text.retain(|c| c != 'l' && (c != 'c' || panic!("here")))));
    println!("{} {text}", seen.is_err());

    let text = String::from_utf8(vec![b'x', b'y']).unwrap();
    let first = text.as_ptr();
    let text = text.into_boxed_str();
    assert_eq!(text.as_ptr(), first);
    let bytes = text.into_string().into_bytes();
    assert_eq!(bytes.as_ptr(), first);
}

fn splices() {
    let mut numbers = Vec::with_capacity(8);
    numbers.extend(0..4);
    let first = numbers.as_ptr();
    let removed: Vec<i32> = numbers.splice(1..3, [7, 8, 9]).collect();
    assert_eq!(numbers.as_ptr(), first);
    println!("{removed:?} {numbers:?}");
}

fn main() {
    deques();
    arrays();
    strings();
    splices();
}
