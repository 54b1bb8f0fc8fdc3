//@ no-bug
//@ source: Rust by Example: map-reduce over lines of digits, segments into threads

use std::thread;

fn main() {
    let data = "86967897737416471853297327050364959
11861322575564723963297542624962850
70856234701860851907960690014725639";

    let mut children = vec![];
    let chunked_data = data.split_whitespace();
    for (i, data_segment) in chunked_data.enumerate() {
        children.push(thread::spawn(move || -> u32 {
            let result = data_segment
                .chars()
                .map(|c| c.to_digit(10).expect("should be a digit"))
                .sum();
            let _ = i;
            result
        }));
    }
    let mut intermediate = vec![];
    for child in children {
        intermediate.push(child.join().unwrap());
    }
    let final_result = intermediate.iter().sum::<u32>();
    println!("Final sum result: {}", final_result);
}
