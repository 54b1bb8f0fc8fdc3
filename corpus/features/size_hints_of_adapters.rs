//@ no-bug
//@ source: how many elements adapters say that they have, as they go
fn show<I: Iterator<Item = usize>>(name: &str, mut iter: I) {
    let mut hints = vec![iter.size_hint()];
    while iter.next().is_some() && hints.len() < 5 {
        hints.push(iter.size_hint());
    }
    println!("{name}: {hints:?} {:?}", iter.size_hint());
}
fn main() {
    let list = [1usize, 2, 3];
    show("take_while", list.into_iter().take_while(|x| *x < 2));
    show("skip_while", list.into_iter().skip_while(|x| *x < 2));
    show(
        "map_while",
        list.into_iter().map_while(|x| (x < 3).then_some(x)),
    );
    show("scan", list.into_iter().scan(0, |sum, x| Some(*sum + x)));
    show("flat_map", list.into_iter().flat_map(|x| 0..x));
    show(
        "flatten",
        vec![vec![1, 2], vec![], vec![3]].into_iter().flatten(),
    );
    show(
        "successors",
        std::iter::successors(Some(1), |x| (*x < 3).then_some(x + 1)),
    );
    show("once_with", std::iter::once_with(|| 1));
    show("filter", list.into_iter().filter(|x| x % 2 == 1));
    show("chain", list.into_iter().chain(0..2));
    let mut both = list.into_iter().flat_map(|x| 0..x);
    println!(
        "{:?} {:?} {:?}",
        both.next(),
        both.next_back(),
        both.size_hint()
    );
}
