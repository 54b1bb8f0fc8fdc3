//@ no-bug
//@ source: a `Layout` is a size and an alignment, also in what holds one
use std::alloc::{Layout, alloc, dealloc};
use std::mem::{align_of, size_of};

struct Block {
    layout: Layout,
    start: *mut u8,
}

impl Drop for Block {
    fn drop(&mut self) {
        unsafe { dealloc(self.start, self.layout) }
    }
}

fn main() {
    assert_eq!((size_of::<Layout>(), align_of::<Layout>()), (16, 8));
    assert_eq!(size_of::<Option<Layout>>(), 16);
    assert_eq!(size_of::<Block>(), 24);
    let layout = Layout::new::<Block>();
    assert_eq!((layout.size(), layout.align()), (24, 8));
    unsafe {
        // In memory that was made for no type.
        let place = alloc(layout).cast::<Block>();
        let start = alloc(Layout::array::<u32>(3).unwrap());
        let inner = Layout::from_size_align(12, 4).unwrap();
        place.write(Block {
            layout: inner,
            start,
        });
        assert_eq!((*place).layout, inner);
        place.drop_in_place();
        dealloc(place.cast(), layout);
    }
    assert!(Layout::from_size_align(8, 3).is_err());
    assert!(layout.align_to(3).is_err());
    assert_eq!(layout.align_to(64).unwrap().align(), 64);
}
