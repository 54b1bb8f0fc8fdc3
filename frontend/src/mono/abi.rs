//! How values are passed to functions: which signatures a function may be called by through a pointer that was
//! made for it by a transmute, as the documentation of `fn` pointers says ("ABI compatibility").

use super::Mono;
use super::layout::Meta;
use crate::diagnostic::Result;
use crate::hir::DefKind;
use crate::symbol::Symbol;
use crate::ty::{IntTy, Ty, TyKind};
use rustc_hash::FxHashMap;
use vscheck_ir::program::{Passed, Signature};
use vscheck_ir::{FuncId, SignatureId};

/// Signatures met so far.
#[derive(Default)]
pub struct Signatures {
    known: FxHashMap<Signature, SignatureId>,
    /// Of the functions that pointers are made for.
    pub of: FxHashMap<FuncId, SignatureId>,
}

impl Mono {
    /// Notes the signatures of the functions that pointers are made for.
    pub fn note_signatures(&mut self) {
        for (func, &signature) in &self.signatures.of {
            self.program.functions[func.index()].signature = Some(signature);
        }
    }

    /// The signature of a function item, closure or pointer.
    pub fn signature(&mut self, callable: Ty) -> Result<SignatureId> {
        let (params, ret) = self.callable_sig(callable)?;
        let (mut passed, mut types) = (Vec::new(), Vec::new());
        for &param in &params {
            types.push(self.passed_as(param)?);
            passed.push(self.passed(param)?);
        }
        let abi = self.typer.abi_of(callable).map(calling_convention);
        let abi = abi
            .map(|abi| format!("extern \"{abi}\" "))
            .unwrap_or_default();
        let mut text = format!("{abi}fn({})", types.join(", "));
        let result = self.passed_as(ret)?;
        if result != NOTHING {
            text += &format!(" -> {result}");
        }
        let signature = Signature {
            text,
            params: passed,
            returns: self.passed(ret)?,
        };
        let next = SignatureId::new(self.program.signatures.len());
        let entry = self.signatures.known.entry(signature);
        Ok(*entry.or_insert_with_key(|signature| {
            self.program.signatures.push(signature.clone());
            next
        }))
    }

    fn passed(&mut self, ty: Ty) -> Result<Passed> {
        let cells = self.cells(ty)?;
        let niche = self.layout(ty)?.niche;
        Ok(Passed { cells, niche })
    }

    /// How a value of a type is passed, as text.
    fn passed_as(&mut self, ty: Ty) -> Result<String> {
        Ok(match ty.kind() {
            TyKind::Never => NOTHING.to_string(),
            TyKind::Ref(_, to) | TyKind::RawPtr(_, to) => self.pointer_to(*to)?,
            TyKind::FnPtr(..) => "fn".to_string(),
            TyKind::Char => "u32".to_string(),
            TyKind::Int(IntTy::Usize) => "u64".to_string(),
            TyKind::Int(IntTy::Isize) => "i64".to_string(),
            TyKind::Adt(..) => self.adt_passed_as(ty)?,
            _ => self.own_name(ty)?,
        })
    }

    fn pointer_to(&mut self, to: Ty) -> Result<String> {
        Ok(match self.meta(to)? {
            Meta::Thin => "*_",
            Meta::Len => "*[_]",
            Meta::Vtable => "*dyn _",
        }
        .to_string())
    }

    fn own_name(&mut self, ty: Ty) -> Result<String> {
        let size = self.layout(ty)?.size;
        Ok(match (size.bytes, size.align) {
            (0, 1) => NOTHING.to_string(),
            _ => self.typer.type_name(ty),
        })
    }

    /// Pointers of std are pointers, and what is transparent is what it holds.
    fn adt_passed_as(&mut self, ty: Ty) -> Result<String> {
        let TyKind::Adt(def, args) = ty.kind() else {
            return self.own_name(ty);
        };
        let item = self.hir.def(*def);
        match (item.is_model, item.name.as_str()) {
            (true, "Box" | "NonNull") => return self.pointer_to(args.ty(0)),
            (true, "NonZero") => return self.passed_as(args.ty(0)),
            (true, "Option") if self.is_told_by_zero(args.ty(0)) => {
                return self.passed_as(args.ty(0));
            }
            _ => {}
        }
        let mut words = item.attrs.repr.iter();
        let is_transparent = words.any(|word| word.as_str() == "transparent");
        if !is_transparent || !matches!(item.kind, DefKind::Struct(_)) {
            return self.own_name(ty);
        }
        let layout = self.layout(ty)?;
        let fields = layout.fields().map(|fields| fields.types.clone());
        for &field in fields.unwrap_or_default().iter() {
            if self.layout(field)?.size.bytes != 0 {
                return self.passed_as(field);
            }
        }
        self.own_name(ty)
    }

    /// Whether `None` of a type is zero.
    fn is_told_by_zero(&self, ty: Ty) -> bool {
        match ty.kind() {
            TyKind::Ref(..) | TyKind::FnPtr(..) => true,
            TyKind::Adt(def, _) => {
                let item = self.hir.def(*def);
                item.is_model && matches!(item.name.as_str(), "Box" | "NonNull" | "NonZero")
            }
            _ => false,
        }
    }
}

/// The one of several names of a way to call that stands for all of them.
fn calling_convention(abi: Symbol) -> &'static str {
    let abi = abi.as_str();
    match abi.strip_suffix("-unwind").unwrap_or(abi) {
        "C" | "system" | "cdecl" | "sysv64" => "C",
        other => other,
    }
}

/// How a value without bytes is passed.
const NOTHING: &str = "()";
