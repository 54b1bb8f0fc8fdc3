mod counter;

use tickets::{Office, describe};

fn main() {
    let office = Office::new(1);
    counter::open_two(&office);
    println!("{}", describe(&office));
    assert!(office.sold() <= 1, "oversold");
}
