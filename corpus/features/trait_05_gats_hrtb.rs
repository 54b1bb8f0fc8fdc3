//@ no-bug

trait Lending {
    type Item<'a>
    where
        Self: 'a;

    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>>;
}

struct WindowsMut<'s, T> {
    slice: &'s mut [T],
    at: usize,
}

impl<'s, T> Lending for WindowsMut<'s, T> {
    type Item<'a>
        = &'a mut [T]
    where
        Self: 'a;

    fn next<'a>(&'a mut self) -> Option<&'a mut [T]> {
        let w = self.slice.get_mut(self.at..self.at + 2)?;
        self.at += 1;
        Some(w)
    }
}

trait Family {
    type Of<T>: Default + Extend<T> + IntoIterator<Item = T>;
}

struct Vecs;

impl Family for Vecs {
    type Of<T> = Vec<T>;
}

fn doubled<F: Family>(xs: &[i32]) -> F::Of<i32> {
    let mut out: F::Of<i32> = Default::default();
    out.extend(xs.iter().map(|x| x * 2));
    out
}

fn apply_all<F>(texts: &[String], f: F) -> Vec<usize>
where
    F: for<'a> Fn(&'a str) -> &'a str,
{
    texts.iter().map(|t| f(t).len()).collect()
}

fn boxed() -> Box<dyn for<'a> Fn(&'a [u8]) -> Option<&'a u8>> {
    Box::new(|bytes| bytes.last())
}

trait Visitor {
    type Out;
    fn visit<T: std::fmt::Debug>(&mut self, x: &T) -> Self::Out;
}

struct Printer(usize);

impl Visitor for Printer {
    type Out = String;
    fn visit<T: std::fmt::Debug>(&mut self, x: &T) -> String {
        self.0 += 1;
        format!("{}:{:?}", self.0, x)
    }
}

fn main() {
    let mut data = [1, 2, 3, 4];
    let mut w = WindowsMut { slice: &mut data, at: 0 };
    while let Some(pair) = w.next() {
        pair[1] += pair[0];
    }
    println!("{:?}", data);
    println!("{:?}", doubled::<Vecs>(&[1, 2]).into_iter().collect::<Vec<_>>());
    println!("{:?}", apply_all(&["ab ".into(), " c".into()], |s| s.trim()));
    println!("{:?}", boxed()(&[1, 9]));
    let mut p = Printer(0);
    println!("{} {}", p.visit(&Some(1)), p.visit(&"x"));
}
