//@ no-bug
//@ outcomes: 1
//@ source: a `path` fragment is a path as in types: the bound `FnMut(u8) -> bool` is one

trait Counts {
    fn count(&mut self, bytes: &[u8]) -> usize;
}

macro_rules! counting {
    ($name:ident where $( $ty:ty : $bound:path ),* $(,)? { $($body:tt)* }) => {
        struct $name<F>(F);

        impl<F> Counts for $name<F>
        where
            $( $ty: $bound ),*
        {
            fn count(&mut self, bytes: &[u8]) -> usize {
                let test = &mut self.0;
                $($body)*(test, bytes)
            }
        }
    };
}

fn count_with(test: &mut impl FnMut(u8) -> bool, bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| test(byte)).count()
}

counting!(Matching where F: FnMut(u8) -> bool { count_with });
counting!(Even where F: FnMut(u8) -> bool, Vec<F>: std::marker::Sized, { count_with });

fn main() {
    let mut seen = 0;
    let mut matching = Matching(|byte| {
        seen += 1;
        byte > 2
    });
    println!("{}", matching.count(&[1, 2, 3, 4]));
    println!("{}", Even(|byte| byte % 2 == 0).count(&[1, 2, 3]));
    println!("{seen}");
}
