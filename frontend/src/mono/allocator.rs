//! Whether the program brings an allocator of its own.

use super::Mono;
use crate::diagnostic::Result;
use crate::ty::{Args, TyKind};
use crate::typed::Instance;

/// What the static at `#[global_allocator]` is known by.
pub const GLOBAL_ALLOCATOR: &str = "global_allocator";

impl Mono {
    /// Whether memory is asked of an allocator of the program's. One that calls C, by a crate of its
    /// declarations, gives memory as any other.
    pub fn has_global_allocator(&mut self) -> Result<bool> {
        if let Some(known) = self.has_global_allocator {
            return Ok(known);
        }
        let has = self.finds_global_allocator()?;
        self.has_global_allocator = Some(has);
        Ok(has)
    }

    fn finds_global_allocator(&self) -> Result<bool> {
        if !self.hir.has_met_lang(GLOBAL_ALLOCATOR) {
            return Ok(false);
        }
        let Some(def) = self.hir.lang(GLOBAL_ALLOCATOR) else {
            return Ok(false);
        };
        let args = Args::empty();
        let mut ty = self.typer.const_ty(Instance { def, args })?;
        while let TyKind::Ref(_, inner) = ty.kind() {
            ty = *inner;
        }
        let TyKind::Adt(def, _) = ty.kind() else {
            return Ok(false);
        };
        let file = self.hir.def(*def).span.file;
        let text = self.hir.user_text(file);
        Ok(text.is_some_and(|text| !names_declarations(&text)))
    }
}

/// Whether a text names a crate of C's declarations, as `libmimalloc_sys`.
fn names_declarations(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word.ends_with("_sys"))
}
