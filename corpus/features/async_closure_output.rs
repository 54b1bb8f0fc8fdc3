//@ no-bug
//@ edition: 2024
//@ source: an async closure says what it gives, and nothing else does
fn call<F, T, E>(_op: F) -> Option<Result<T, E>>
where
    F: AsyncFn(usize) -> Result<T, E>,
{
    None
}

fn main() {
    std::thread::spawn(|| {}).join().unwrap();
    let r = call(async |i: usize| -> Result<(), usize> { Err(i) });
    assert!(r.is_none());
}
