//@ no-bug
//@ source: rows of a product computed by scoped threads

use std::thread;

type Matrix = Vec<Vec<f64>>;

fn row_times(row: &[f64], m: &Matrix) -> Vec<f64> {
    (0..m[0].len()).map(|c| row.iter().zip(m).map(|(x, r)| x * r[c]).sum()).collect()
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    thread::scope(|scope| {
        let rows: Vec<_> = a.iter().map(|row| scope.spawn(move || row_times(row, b))).collect();
        rows.into_iter().map(|r| r.join().unwrap()).collect()
    })
}

fn main() {
    let a = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    let b = vec![vec![0.5, 0.0], vec![0.0, 2.0]];
    for row in multiply(&a, &b) {
        println!("{}", row.iter().map(|x| format!("{x:5.1}")).collect::<Vec<_>>().join(" "));
    }
}
