//@ no-bug
//@ source: `?` on what is polled, as adapters of streams use it

use std::task::Poll;

#[derive(Debug, PartialEq)]
struct Broken(String);

impl From<String> for Broken {
    fn from(text: String) -> Broken {
        Broken(text)
    }
}

struct Source(Vec<Poll<Option<Result<u32, String>>>>);

impl Source {
    fn poll_next(&mut self) -> Poll<Option<Result<u32, String>>> {
        self.0.pop().unwrap_or(Poll::Ready(None))
    }
}

fn doubled(source: &mut Source) -> Poll<Option<Result<u32, Broken>>> {
    match source.poll_next()? {
        Poll::Ready(Some(n)) => Poll::Ready(Some(Ok(n * 2))),
        Poll::Ready(None) => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    }
}

fn first(source: &mut Source) -> Poll<Result<u32, Broken>> {
    let next = source.poll_next()?.map(|next| next.unwrap_or(0));
    next.map(Ok)
}

fn main() {
    let broken = || Poll::Ready(Some(Err("broken".to_string())));
    let mut source = Source(vec![broken(), Poll::Pending, Poll::Ready(Some(Ok(4)))]);
    assert_eq!(doubled(&mut source), Poll::Ready(Some(Ok(8))));
    assert!(doubled(&mut source).is_pending());
    let error = Broken("broken".to_string());
    assert_eq!(doubled(&mut source), Poll::Ready(Some(Err(error))));
    assert_eq!(doubled(&mut source), Poll::Ready(None));
    let mut source = Source(vec![Poll::Ready(Some(Ok(1))), broken()]);
    assert_eq!(
        first(&mut source),
        Poll::Ready(Err(Broken("broken".to_string())))
    );
    assert_eq!(first(&mut source), Poll::Ready(Ok(1)));
    assert_eq!(first(&mut source), Poll::Ready(Ok(0)));
}
