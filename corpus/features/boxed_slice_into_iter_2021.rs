//@ no-bug
//@ source: before edition 2024 `into_iter` of a boxed slice borrows

fn main() {
    let boxed: Box<[String]> = vec!["a".to_string(), "b".to_string()].into_boxed_slice();
    let lengths: Vec<usize> = boxed.into_iter().map(|text: &String| text.len()).collect();
    println!("{lengths:?} {boxed:?}");
    let owned: Vec<String> = IntoIterator::into_iter(boxed).rev().collect();
    println!("{owned:?}");
}
