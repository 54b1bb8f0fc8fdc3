//! What a program has printed. A copy shares all of it with the original, so that a snapshot costs the
//! same however much was printed.

use std::sync::Arc;

/// A text that only grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    newest: Option<Arc<Piece>>,
}

#[derive(Debug)]
struct Piece {
    text: String,
    /// Length in bytes of all pieces up to this one.
    len: usize,
    before: Option<Arc<Piece>>,
}

impl Output {
    /// Its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |piece| piece.len)
    }

    /// Adds a piece.
    pub(crate) fn push(&mut self, text: String) {
        let len = self.len() + text.len();
        let before = self.newest.take();
        self.newest = Some(Arc::new(Piece { text, len, before }));
    }

    /// All of it.
    pub(crate) fn text(&self) -> String {
        let pieces = std::iter::successors(self.newest.as_deref(), |piece| piece.before.as_deref());
        let mut pieces: Vec<&str> = pieces.map(|piece| piece.text.as_str()).collect();
        pieces.reverse();
        pieces.concat()
    }
}

impl Drop for Output {
    /// Unlinks what nobody shares one piece at a time: the derived drop would recurse as deep as there are
    /// pieces.
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(piece) = next {
            next = Arc::into_inner(piece).and_then(|mut piece| piece.before.take());
        }
    }
}
