//@ no-bug

fn pair<'a>(a: &'a i32, b: i32) -> (&'a i32, i32) {
    (a, b)
}

fn main() {
    // What is read first does not change when the reference is changed later.
    let (mut x, y, z) = (&mut 1, &mut &mut 2, &mut 3);
    *{
        x = z;
        &mut *y
    } = x;
    println!("{x} {y}");
    let mut r = &4;
    println!("{:?} {r}", pair(r, {
        r = &5;
        6
    }));
    let seen = (&*r, {
        r = &7;
        *r
    });
    println!("{seen:?}");
    let mut parts = &(1, [2, 3]);
    let sum = [&parts.1[1], {
        parts = &(4, [5, 6]);
        &parts.1[0]
    }];
    println!("{sum:?}");
    println!("{:?}", std::hint::black_box(-1i128).checked_mul(i128::MIN));
    println!("{:?}", i128::MIN.overflowing_mul(std::hint::black_box(-1)));
    println!("{:?}", (i128::MIN + 1).checked_mul(std::hint::black_box(-1)));
}
