//@ no-bug
//@ source: who changes the byte that says which variant an enum is finds the other variant's bytes where they were
#[repr(C, u8)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Field {
    Empty,
    Byte(u8),
    Word(u32),
}

fn main() {
    let mut field = Box::new(Field::Word(0x04030201));
    let bytes = (&raw mut *field).cast::<u8>();
    unsafe {
        bytes.write(1);
        assert_eq!(*field, Field::Byte(1));
        bytes.write(0);
        assert_eq!(bytes.add(6).read(), 3);
        bytes.write(2);
        assert_eq!(*field, Field::Word(0x04030201));
        bytes.write_bytes(0, size_of::<Field>());
        assert_eq!(*field, Field::Empty);
        bytes.write(2);
    }
    assert_eq!(*field, Field::Word(0));
}
