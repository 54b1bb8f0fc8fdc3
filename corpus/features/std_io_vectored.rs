//@ no-bug
//@ source: readers and writers in memory use all buffers of a vectored call; how many bytes are left to iterate over

use std::collections::VecDeque;
use std::io::{
    empty, repeat, sink, BufReader, Cursor, IoSlice, IoSliceMut, Read, Result, Seek, SeekFrom,
    Write,
};

fn writes() -> Result<()> {
    let bufs = [IoSlice::new(b"ab"), IoSlice::new(b""), IoSlice::new(b"cde")];
    let mut growing = Cursor::new(b"xyz".to_vec());
    growing.set_position(1);
    assert_eq!(growing.write_vectored(&bufs)?, 5);
    assert_eq!(
        (growing.position(), &growing.get_ref()[..]),
        (6, &b"xabcde"[..])
    );
    let mut fixed = Cursor::new([0; 4]);
    assert_eq!(fixed.write_vectored(&bufs)?, 4);
    assert_eq!(fixed.into_inner(), *b"abcd");
    let mut memory = [0; 3];
    let mut left = &mut memory[..];
    assert_eq!(left.write_vectored(&bufs)?, 3);
    assert_eq!(memory, *b"abc");
    let mut deque = VecDeque::new();
    assert_eq!(deque.write_vectored(&bufs)?, 5);
    assert_eq!(deque, b"abcde");
    assert_eq!(
        (
            sink().write_vectored(&bufs)?,
            (&empty()).write_vectored(&bufs)?
        ),
        (5, 5)
    );
    Ok(())
}

fn reads() -> Result<()> {
    let (mut one, mut two) = ([0; 2], [0; 4]);
    let mut bufs = [IoSliceMut::new(&mut one), IoSliceMut::new(&mut two)];
    assert_eq!(Cursor::new([1, 2, 3]).read_vectored(&mut bufs)?, 3);
    assert_eq!((bufs[0][..].to_vec(), bufs[1][0]), (vec![1, 2], 3));
    assert_eq!((&[5; 9][..]).read_vectored(&mut bufs)?, 6);
    assert_eq!(repeat(7).read_vectored(&mut bufs)?, 6);
    assert_eq!(BufReader::new(&[8; 9][..]).read_vectored(&mut bufs)?, 6);
    assert_eq!((&[1][..]).chain(&[2; 9][..]).read_vectored(&mut bufs)?, 1);

    let mut left = &mut bufs[..];
    IoSliceMut::advance_slices(&mut left, 3);
    assert_eq!((left.len(), left[0].len()), (1, 3));
    assert_eq!((one[1], two), (8, [8; 4]));
    assert_eq!(empty().seek(SeekFrom::End(5))?, 0);
    Ok(())
}

fn main() -> Result<()> {
    writes()?;
    reads()?;

    let text = &b"abc"[..];
    assert_eq!(Read::bytes(text).size_hint(), (3, Some(3)));
    assert_eq!(
        Read::bytes(text.chain(text).take(4)).size_hint(),
        (4, Some(4))
    );
    assert_eq!(repeat(1).bytes().size_hint(), (usize::MAX, None));
    assert_eq!(repeat(1).take(5).bytes().size_hint(), (5, Some(5)));
    assert_eq!(Cursor::new(text).bytes().size_hint(), (0, None));
    let mut buffered = BufReader::with_capacity(2, text);
    buffered.read_exact(&mut [0])?;
    assert_eq!(buffered.bytes().size_hint(), (2, Some(2)));
    Ok(())
}
