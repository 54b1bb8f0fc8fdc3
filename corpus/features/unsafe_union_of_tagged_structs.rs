//@ no-bug
//@ source: an enum with a repr is seen as the structs of its variants, as RFC 2195 lays them out
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Circle(u32) = 3,
    Rect { width: u16, height: u8 } = 7,
    Nothing = 9,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Circle {
    tag: u8,
    radius: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Rect {
    tag: u8,
    width: u16,
    height: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
union Raw {
    shape: Shape,
    circle: Circle,
    rect: Rect,
    tag: u8,
}

struct Slot {
    raw: Raw,
    uses: u32,
}

fn rect(width: u16, height: u8) -> Raw {
    let tag = 7;
    Raw { rect: Rect { tag, width, height } }
}

fn main() {
    let mut raw = Raw { shape: Shape::Circle(5) };
    unsafe {
        assert_eq!((raw.tag, raw.circle.radius), (3, 5));
        raw.circle.radius = 77;
        assert_eq!(raw.shape, Shape::Circle(77));
        raw = rect(1, 2);
        match raw.shape {
            Shape::Rect { width, height } => assert_eq!((width, height), (1, 2)),
            other => panic!("{other:?}"),
        }
        raw.tag = 9;
        assert_eq!(raw.shape, Shape::Nothing);
        let mut slot = Slot { raw: rect(8, 9), uses: 0 };
        slot.raw.rect.height += 1;
        slot.uses += 1;
        assert_eq!((slot.raw.shape, slot.uses), (Shape::Rect { width: 8, height: 10 }, 1));
        assert_eq!(rect(3, 4).shape, Shape::Rect { width: 3, height: 4 });
    }
}
