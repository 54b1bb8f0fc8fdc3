//@ no-bug

fn main() {
    let v = vec![1, 2, 3, 4, 5, 6];
    println!("{:?}", v.iter().map(|x| x * x).collect::<Vec<i32>>());
    println!("{:?}", v.iter().filter(|x| **x % 2 == 1).collect::<Vec<_>>());
    println!("{:?}", v.iter().filter_map(|x| if x % 3 == 0 { Some(x * 10) } else { None }).collect::<Vec<_>>());
    println!("{} {}", v.iter().sum::<i32>(), v.iter().product::<i32>());
    println!("{}", v.iter().fold(String::new(), |acc, x| acc + &x.to_string()));
    println!("{:?}", v.iter().enumerate().map(|(i, x)| i as i32 * x).collect::<Vec<_>>());
    println!("{:?}", v.iter().zip("abc".chars()).collect::<Vec<_>>());
    println!("{:?}", v.iter().rev().skip(1).take(2).collect::<Vec<_>>());
    println!("{:?}", v.iter().skip_while(|x| **x < 3).take_while(|x| **x < 6).collect::<Vec<_>>());
    println!("{:?}", v.iter().chain(&[7, 8]).step_by(3).collect::<Vec<_>>());
    println!("{:?} {:?}", v.iter().min(), v.iter().max_by_key(|x| (*x % 4, **x)));
    println!("{} {}", v.iter().any(|&x| x > 5), v.iter().all(|&x| x > 5));
    println!("{:?} {:?}", v.iter().find(|x| **x > 3), v.iter().position(|x| *x == 4));
    println!("{} {:?} {:?}", v.iter().count(), v.iter().last(), v.iter().nth(2));
    println!("{:?}", v.iter().flat_map(|&x| vec![x; (x % 3) as usize]).collect::<Vec<_>>());
    println!("{:?}", vec![vec![1], vec![2, 3]].into_iter().flatten().collect::<Vec<_>>());
    let (even, odd): (Vec<i32>, Vec<i32>) = v.iter().partition(|x| *x % 2 == 0);
    println!("{:?} {:?}", even, odd);
    let (a, b): (Vec<i32>, Vec<i32>) = v.iter().map(|&x| (x, x * 2)).unzip();
    println!("{:?} {:?}", a, b);
    println!("{:?}", v.iter().scan(0, |s, x| { *s += x; Some(*s) }).collect::<Vec<_>>());
    let mut peek = v.iter().peekable();
    while let Some(x) = peek.next() {
        if let Some(next) = peek.peek() {
            print!("{}-", **next - *x);
        }
    }
    println!();
    println!("{:?}", v.iter().copied().reduce(|a, b| a.max(b)));
    println!("{:?}", v.iter().cloned().inspect(|_| ()).cycle().skip(4).take(5).collect::<Vec<_>>());
    println!("{:?}", v.iter().map_while(|x| x.checked_sub(4).filter(|d| *d < 0)).collect::<Vec<_>>());
    println!("{:?}", v.iter().try_fold(0i8, |acc, &x| acc.checked_add(x as i8 * 10)));
    println!("{:?}", v.chunks(4).map(|c| c.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?}", v.iter().rposition(|&x| x < 3));
    println!("{:?} {:?}", v.iter().min_by(|a, b| b.cmp(a)), ["b", "a"].iter().min());
    println!("{}", v.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(","));
    println!("{:?}", v.iter().eq([1, 2].iter()));
    println!("{:?}", (1..3).cmp(1..4));
    println!("{:?}", v.iter().is_sorted());
    let mut it = v.iter();
    let firsts: Vec<_> = it.by_ref().take(2).collect();
    println!("{:?} {:?} {:?}", firsts, it.next(), it.size_hint());
    println!("{:?}", [1.5, 0.5].iter().cloned().fold(f64::INFINITY, f64::min));
}
