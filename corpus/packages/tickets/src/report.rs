macro_rules! line {
    ($office:expr) => {
        format!("{} sold, {} counted", $office.sold(), $office.counted())
    };
}
