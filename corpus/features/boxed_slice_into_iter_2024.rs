//@ no-bug
//@ edition: 2024
//@ source: from edition 2024 on `into_iter` of a boxed slice moves

fn main() {
    let boxed: Box<[String]> = vec!["a".to_string(), "b".to_string()].into_boxed_slice();
    let owned: Vec<String> = boxed.into_iter().map(|text: String| text + "!").collect();
    println!("{owned:?}");
}
