//! rayon-core 1.9.2, changelog of 1.9.3. Who ends a job looks at the registry through a handle of the
//! thread that waits for it, which may be gone by then.

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use rayon_core::ThreadPoolBuilder;

fn main() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (one, two) = pool.install(|| rayon_core::join(|| 1, || 2));
    drop(pool);
    assert_eq!(one + two, 3);
}
