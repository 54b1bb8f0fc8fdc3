fn main() {
    assert_eq!(rounds(), 2);
}

fn rounds() -> usize {
    lockers::PEOPLE
}

#[test]
fn guards_meet() {
    let meeting = std::sync::Barrier::new(rounds());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| meeting.wait());
        }
    });
}
