//@ no-bug
//@ source: what is pending about a type that is known in part is decided before its methods are looked up

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

trait Doubled {
    fn doubled(self) -> isize;
}

impl Doubled for &isize {
    fn doubled(self) -> isize {
        self * 2
    }
}

fn shared(words: &[&str]) -> usize {
    let all: Arc<_> = words.iter().map(|word| word.len()).collect();
    all.iter().sum::<usize>() + all.len()
}

fn main() {
    let squares: Box<_> = (1..4usize).map(|n| n * n).collect();
    assert_eq!(squares.len(), 3);
    println!("{:?}", squares.last());

    let number: Box<_> = 6.into();
    assert_eq!(number.doubled(), 12);

    println!("{}", shared(&["a", "bc"]));

    let mut counts: HashMap<_, Box<_>> = HashMap::new();
    counts.insert('a', vec![1u8, 2].into_boxed_slice());
    for (letter, list) in &counts {
        println!("{letter} {}", list.len());
    }

    let text: Rc<_> = String::from("shared").into();
    let text: &str = &text;
    println!("{}", text.len());
}
