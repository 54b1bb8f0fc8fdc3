use tickets::Office;

/// An office with one seat left.
pub fn nearly_full() -> Office {
    let office = Office::new(2);
    office.sell().unwrap();
    office
}
