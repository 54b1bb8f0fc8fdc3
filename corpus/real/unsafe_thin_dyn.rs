//@ no-bug
//@ source: a table of functions by hand over a type-erased box

trait Shape {
    fn area(&self) -> u32;
}

struct Square(u32);
struct Rectangle(u32, u32);

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        self.0 * self.1
    }
}

struct Table {
    area: unsafe fn(*const ()) -> u32,
    drop: unsafe fn(*mut ()),
}

struct AnyShape {
    data: *mut (),
    table: &'static Table,
}

unsafe fn area_of<T: Shape>(data: *const ()) -> u32 {
    unsafe { &*(data as *const T) }.area()
}

unsafe fn drop_box<T>(data: *mut ()) {
    drop(unsafe { Box::from_raw(data as *mut T) });
}

trait HasTable {
    const TABLE: Table;
}

impl<T: Shape> HasTable for T {
    const TABLE: Table = Table { area: area_of::<T>, drop: drop_box::<T> };
}

impl AnyShape {
    fn new<T: Shape + 'static>(shape: T) -> AnyShape {
        AnyShape { data: Box::into_raw(Box::new(shape)).cast(), table: &T::TABLE }
    }
    fn area(&self) -> u32 {
        unsafe { (self.table.area)(self.data) }
    }
}

impl Drop for AnyShape {
    fn drop(&mut self) {
        unsafe { (self.table.drop)(self.data) };
    }
}

fn main() {
    let shapes = [AnyShape::new(Square(3)), AnyShape::new(Rectangle(2, 5))];
    println!("{:?}", shapes.iter().map(AnyShape::area).collect::<Vec<_>>());
}
