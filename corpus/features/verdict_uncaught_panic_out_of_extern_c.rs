//@ bug: abort
//@ message: "not caught"
//@ source: a panic that nothing catches aborts where it would leave a function of C's ABI, whatever that drops first

struct Quiet(u32);
impl Drop for Quiet {
    fn drop(&mut self) {
        self.0 += 1;
    }
}

extern "C" fn keeps(value: u32) -> u32 {
    let quiet = Quiet(value);
    if value == 1 {
        panic!("not caught")
    }
    quiet.0
}

fn main() {
    assert_eq!(keeps(0), 0);
    keeps(1);
}
