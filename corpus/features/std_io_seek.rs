//@ no-bug
//@ source: `Seek`, vectored writes and `IsTerminal` of `std::io`

use std::io::{BufReader, Cursor, IoSlice, IoSliceMut, IsTerminal, Read, Seek, SeekFrom, Write};

fn main() -> std::io::Result<()> {
    let mut file = Cursor::new((0u8..20).collect::<Vec<_>>());
    file.seek(SeekFrom::End(-4))?;
    let mut pair = [0; 2];
    file.read_exact(&mut pair)?;
    println!("{pair:?} {}", file.stream_position()?);
    file.seek(SeekFrom::Current(-10))?;
    file.write_all(&[100])?;
    file.rewind()?;
    let mut reader = BufReader::new(file);
    reader.seek_relative(7)?;
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest)?;
    println!("{rest:?}");
    let error = reader.seek(SeekFrom::Current(-50)).unwrap_err();
    println!("{:?} {error}", error.kind());

    let mut out = Vec::new();
    let count = out.write_vectored(&[IoSlice::new(b"ab"), IoSlice::new(b"cde")])?;
    let mut half = [0u8; 3];
    let read = (&out[..]).read_vectored(&mut [IoSliceMut::new(&mut half)])?;
    println!("{count} {:?} {read} {half:?}", String::from_utf8_lossy(&out));
    let _ = std::io::stdout().is_terminal();
    Ok(())
}
