//@ bug: undefined-behavior
//@ source: one column too many in a grid addressed by pointer

struct Grid {
    w: usize,
    cells: Box<[u8]>,
}
impl Grid {
    fn set(&mut self, x: usize, y: usize, v: u8) {
        let p = self.cells.as_mut_ptr();
        unsafe { *p.add(y * self.w + x) = v }
    }
}
fn main() {
    let mut g = Grid {
        w: 3,
        cells: vec![0; 9].into_boxed_slice(),
    };
    for y in 0..3 {
        for x in 0..=3 {
            g.set(x, y, 1);
        }
    }
    println!("{}", g.cells.iter().map(|&c| c as u32).sum::<u32>());
}
