//! What a program has printed.

use crate::history::History;

/// Bytes that only grow, and are cheap to copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    pieces: History<Piece>,
}

#[derive(Debug)]
struct Piece {
    bytes: Vec<u8>,
    /// Length in bytes of all pieces up to this one.
    end: usize,
}

impl Output {
    /// Its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.end)
    }

    /// Adds a piece.
    pub(crate) fn push(&mut self, bytes: Vec<u8>) {
        let end = self.len() + bytes.len();
        self.pieces.push(Piece { bytes, end });
    }

    /// All of it, as text. A letter may have been printed in pieces; bytes that are no text are named, so that other
    /// bytes are another text.
    pub(crate) fn text(&self) -> String {
        let pieces = self.pieces.items();
        let bytes: Vec<u8> = pieces
            .into_iter()
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect();
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
        }
        text
    }
}
