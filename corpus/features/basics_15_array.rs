//@ no-bug

const N: usize = 4;

fn main() {
    let a = [1, 2, 3];
    let mut b = [0u8; N];
    b[1] = 7;
    b[N - 1] = a.len() as u8;
    println!("{} {} {}", a[0] + a[2], b[1], b[3]);
    println!("{:?} {:?}", a, b);
    let mut sum = 0;
    for x in a {
        sum += x;
    }
    println!("{sum}");
    let grid = [[1, 2], [3, 4], [5, 6]];
    println!("{} {}", grid[2][1], grid.len());
    let c = b;
    b[0] = 1;
    println!("{} {}", b[0], c[0]);
    println!("{}", a == [1, 2, 3]);
}
