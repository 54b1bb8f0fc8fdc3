//@ no-bug
//@ source: `!` in tuples and behind references, where it stays the type; in arrays, arguments and branches it does not

fn reference(leave: bool) -> i32 {
    if leave {
        let place = &return 1;
        let _ = place;
    }
    0
}

fn tuple(leave: bool) -> i32 {
    if leave {
        let place = (1, return 2);
        let _ = place;
    }
    0
}

fn nested(leave: bool) -> i32 {
    if leave {
        let place = &mut *&mut (return 3, return 4);
        let _ = place;
    }
    0
}

fn array(leave: bool) -> i32 {
    if leave {
        let place = [return 5];
        let _ = place;
    }
    0
}

fn argument(leave: bool) -> i32 {
    if leave {
        let place = Some(return 6);
        let _ = place;
    }
    0
}

fn branches(leave: bool) -> i32 {
    if leave {
        let place = (1, if leave { return 7 } else { panic!("not left") });
        let _ = place;
    }
    0
}

fn from_loop() -> u8 {
    loop {
        let place = (2u8, break 8);
        let _ = place;
    }
}

fn raw(leave: bool) -> i32 {
    if leave {
        let place = &raw const *&return 9;
        let _ = place;
    }
    0
}

fn main() {
    let left = [reference(true), tuple(true), nested(true), array(true), argument(true), branches(true)];
    assert_eq!(left, [1, 2, 3, 5, 6, 7]);
    assert_eq!((from_loop(), raw(true)), (8, 9));
    let stayed = [reference(false), tuple(false), nested(false), array(false), argument(false), branches(false)];
    assert_eq!(stayed, [0; 6]);
}
