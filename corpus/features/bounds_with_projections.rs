//@ no-bug
//@ source: parsers as functions that return `impl Parser<I, I::Slice>` (as in `winnow`): a bound whose argument is
//@ source: a projection of what is not known yet when its method is called
use std::marker::PhantomData;
use std::thread;

trait Stream {
    type Slice: PartialEq;
    fn first(&mut self) -> Option<Self::Slice>;
}

impl<'a> Stream for &'a [u8] {
    type Slice = &'a u8;
    fn first(&mut self) -> Option<&'a u8> {
        let (first, rest) = self.split_first()?;
        *self = rest;
        Some(first)
    }
}

struct Value<F, I, O, V>(F, V, PhantomData<(I, O)>);

trait Parser<I, O> {
    fn parse(&mut self, input: &mut I) -> Option<O>;
    fn value<V: Clone>(self, value: V) -> Value<Self, I, O, V>
    where
        Self: Sized,
    {
        Value(self, value, PhantomData)
    }
}

impl<F: Parser<I, O>, I, O, V: Clone> Parser<I, V> for Value<F, I, O, V> {
    fn parse(&mut self, input: &mut I) -> Option<V> {
        self.0.parse(input).map(|_| self.1.clone())
    }
}

impl<F: FnMut(&mut I) -> Option<O>, I: Stream, O> Parser<I, O> for F {
    fn parse(&mut self, input: &mut I) -> Option<O> {
        self(input)
    }
}

fn literal<T: PartialEq, I: Stream>(wanted: T) -> impl Parser<I, <I as Stream>::Slice>
where
    I::Slice: PartialEq<T>,
{
    move |input: &mut I| input.first().filter(|found| *found == wanted)
}

fn digit<I: Stream>(input: &mut I, wanted: I::Slice) -> Option<u8> {
    literal(wanted).value(7).parse(input)
}

fn both(input: &mut &[u8]) -> Option<(u8, bool)> {
    let mut second = literal(&b'2').value(true);
    Some((digit(input, &b'1')?, second.parse(input)?))
}

fn main() {
    let parsed = thread::spawn(|| both(&mut &b"12"[..]));
    assert_eq!(both(&mut &b"13"[..]), None);
    assert_eq!(parsed.join().unwrap(), Some((7, true)));
}
