//@ no-bug
//@ source: a buffered reader says where it is and moves within what it has read without asking the reader behind it

use std::io::{BufRead, BufReader, Cursor, Read, Result, Seek, SeekFrom};

/// Counts what it is asked for.
struct Asked<R> {
    inner: R,
    reads: u32,
    seeks: u32,
}

impl<R: Read> Read for Asked<R> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        self.reads += 1;
        self.inner.read(buf)
    }
}

impl<R: Seek> Seek for Asked<R> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        self.seeks += 1;
        self.inner.seek(pos)
    }
    fn stream_position(&mut self) -> Result<u64> {
        self.inner.stream_position()
    }
}

fn main() -> Result<()> {
    let asked = Asked {
        inner: Cursor::new((1u8..=9).collect::<Vec<_>>()),
        reads: 0,
        seeks: 0,
    };
    let mut reader = BufReader::with_capacity(4, asked);
    assert_eq!(reader.fill_buf()?, [1, 2, 3, 4]);
    assert_eq!(reader.stream_position()?, 0);
    reader.seek_relative(3)?;
    assert_eq!((reader.stream_position()?, reader.buffer()), (3, &[4][..]));
    reader.seek_relative(-2)?;
    assert_eq!(
        (reader.stream_position()?, reader.buffer()),
        (1, &[2, 3, 4][..])
    );
    assert_eq!((reader.get_ref().reads, reader.get_ref().seeks), (1, 0));

    reader.seek_relative(5)?;
    assert!(reader.buffer().is_empty());
    assert_eq!(
        (reader.stream_position()?, reader.fill_buf()?),
        (6, &[7, 8, 9][..])
    );
    reader.consume(1);
    assert_eq!(reader.seek(SeekFrom::Current(-3))?, 4);
    assert_eq!(
        (reader.stream_position()?, reader.fill_buf()?),
        (4, &[5, 6, 7, 8][..])
    );
    reader.consume(100);
    assert_eq!(reader.stream_position()?, 8);
    assert_eq!((reader.get_ref().reads, reader.get_ref().seeks), (3, 2));

    // What is read without the buffer leaves nothing in it.
    reader.rewind()?;
    assert_eq!(reader.fill_buf()?.len(), 4);
    reader.consume(4);
    let mut bytes = [0; 5];
    assert_eq!(reader.read(&mut bytes)?, 5);
    reader.seek_relative(-5)?;
    assert_eq!(reader.fill_buf()?, [5, 6, 7, 8]);
    assert!(reader.seek(SeekFrom::Current(-5)).is_err());
    assert_eq!(reader.stream_position()?, 4);
    Ok(())
}
