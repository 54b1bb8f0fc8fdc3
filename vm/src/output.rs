//! What a program has printed.

use crate::history::History;

/// A text that only grows, and is cheap to copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    pieces: History<Piece>,
}

#[derive(Debug)]
struct Piece {
    text: String,
    /// Length in bytes of all pieces up to this one.
    end: usize,
}

impl Output {
    /// Its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.end)
    }

    /// Adds a piece.
    pub(crate) fn push(&mut self, text: String) {
        let end = self.len() + text.len();
        self.pieces.push(Piece { text, end });
    }

    /// All of it.
    pub(crate) fn text(&self) -> String {
        let pieces = self.pieces.items();
        pieces
            .into_iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }
}
