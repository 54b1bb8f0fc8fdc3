//! A program: everything reachable from one entry, monomorphic.

use crate::action::Action;
use crate::inst::{Arg, Inst, ScalarType};
use crate::layout::{CellKind, FieldLayout, Layout, LayoutId, Niche, Shape, Zeros, is_unwritten};
use crate::site::Site;
use crate::source::{FileId, SourceFile, Span};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

entity! {
    /// A function of the program.
    #[derive(Serialize, Deserialize)]
    FuncId, "fn"
}
/// Where the addresses of functions begin, and what is between them: as an address in an arena of the machine's
/// that has no objects.
const FUNCTIONS: u64 = 1020 << 50;
const BETWEEN_FUNCTIONS: u64 = 1 << 26;

impl FuncId {
    /// What a pointer to the function holds.
    pub fn address(self) -> u64 {
        FUNCTIONS + (u64::from(self.0) + 1) * BETWEEN_FUNCTIONS
    }

    /// The function that begins at an address, among any number of them.
    pub fn at_address(address: u64) -> Option<FuncId> {
        let place = address.checked_sub(FUNCTIONS)?;
        let number = (place / BETWEEN_FUNCTIONS).checked_sub(1)?;
        let begins = place.is_multiple_of(BETWEEN_FUNCTIONS);
        begins.then_some(FuncId(number.try_into().ok()?))
    }
}

entity! {
    /// An instruction of a function.
    #[derive(Serialize, Deserialize)]
    InstId, "i"
}
entity! {
    /// A register of a function: one scalar.
    #[derive(Serialize, Deserialize)]
    Reg, "r"
}
entity! {
    /// A stack slot of a function: a local whose address is taken.
    #[derive(Serialize, Deserialize)]
    SlotId, "slot"
}
entity! {
    /// A static item, a promoted constant, a string literal or a thread-local.
    #[derive(Serialize, Deserialize)]
    StaticId, "static"
}
entity! {
    /// The vtable of one type for one trait.
    #[derive(Serialize, Deserialize)]
    VtableId, "vtable"
}
entity! {
    /// An entry of [`Program::signatures`].
    #[derive(Serialize, Deserialize)]
    SignatureId, "sig"
}
entity! {
    /// A trait object type: its trait, and the trait's arguments.
    #[derive(Serialize, Deserialize)]
    TraitObjectId, "dyn"
}

/// A whole program, ready to run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// All functions.
    pub functions: Vec<Function>,
    /// All statics. The machine allocates them before the first instruction.
    pub statics: Vec<Static>,
    /// All vtables.
    pub vtables: Vec<Vtable>,
    /// All types that instructions, slots and statics name.
    pub layouts: Vec<Layout>,
    /// Where execution starts: initializes the statics that need it, then calls the entry. No
    /// arguments; returns the exit code in one register.
    pub start: FuncId,
    /// The functions that instructions call by themselves.
    pub lang: LangFunctions,
    /// What cells hold that were never written, by constants of the code too; 0 for
    /// [`crate::layout::UNINIT`]. Drawn from the source, so that no value of the program is taken for it.
    pub uninit: u64,
    /// Source texts, the user's and the models'.
    pub files: Vec<SourceFile>,
    /// The entry as the user would name it (`main`, `tests::two_writers`).
    pub entry_name: String,
    /// The signatures of functions that pointers are made for, and of calls through pointers.
    pub signatures: Vec<Signature>,
    /// Whether the entry is a `#[should_panic]` test, and what its panic must contain.
    pub should_panic: Option<Option<String>>,
    /// Packages of the user's whose build scripts were not run.
    pub build_scripts: Vec<String>,
    /// Whether the entry runs its program as a test of loom or shuttle does, where every failure is a
    /// panic of the test.
    pub failures_panic: bool,
    /// Whether a panic ends the process at once: nothing catches it.
    pub panics_abort: bool,
    /// Whether somebody may add to a reference count who owns none of it: then the last owner may be gone.
    pub counts_unowned: bool,
    /// Whether a thread may still run something when its scope has ended.
    pub threads_outlive_scopes: bool,
    /// Whether a lock may be released by who does not hold it.
    pub unlocks_for_others: bool,
    /// Why functions of libraries are not accepted that stops stand for ([`crate::Intrinsic::Unsupported`]).
    pub refusals: Vec<String>,
}

impl Program {
    /// Why the function is not accepted that a stop with this number stands for.
    pub fn refusal(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        self.refusals.get(index).map(String::as_str)
    }

    /// The function `id`.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// Whether some source of the user's or of a dependency speaks of `unsafe` (be it in a comment). Where none
    /// does, the compiler rules out undefined behaviour. What has no source may do anything.
    pub fn may_be_unsafe(&self) -> bool {
        let mut own = self.files.iter().filter(|file| !file.is_model);
        self.files.is_empty() || own.any(|file| file.text.contains("unsafe"))
    }

    /// Whether a site is in the user's code: in one of its functions, or where a helper has what it drops
    /// for one.
    pub fn is_of_user(&self, site: Site) -> bool {
        !self.function(site.func).is_model || self.is_in_users_text(site)
    }

    /// Whether a site stands in a text of the user's or of a dependency.
    pub fn is_in_users_text(&self, site: Site) -> bool {
        self.span_of(site).is_some_and(|span| {
            let file = self.files.get(span.file.index());
            file.is_some_and(|file| !file.is_model) && span.line > 0
        })
    }

    /// Whether a derive stands for the function of a site.
    pub fn is_derived(&self, site: Site) -> bool {
        let function = self.functions.get(site.func.index());
        function.is_some_and(|function| function.is_derived)
    }

    /// The span of a site.
    pub fn span_of(&self, site: Site) -> Option<Span> {
        let function = self.functions.get(site.func.index())?;
        function.spans.get(site.inst.index()).copied()
    }

    /// How many source lines instructions stand on, those of library models aside: what of a program and its
    /// dependencies is reached from the entry.
    pub fn lines_reached(&self) -> usize {
        let own = self.functions.iter().filter(|function| !function.is_model);
        let spans = own.flat_map(|function| &function.spans);
        let in_model = |file: FileId| self.files.get(file.index()).is_none_or(|f| f.is_model);
        let lines = spans
            .filter(|span| !in_model(span.file))
            .map(|span| (span.file, span.line));
        lines.collect::<FxHashSet<_>>().len()
    }

    /// The function of this program that begins at an address.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        FuncId::at_address(address).filter(|func| func.index() < self.functions.len())
    }

    /// The layout `id`.
    pub fn layout(&self, id: LayoutId) -> &Layout {
        &self.layouts[id.index()]
    }

    /// Why cells hold no value of a type, if they hold none: a `bool`, a `char` or a variant that there is not,
    /// a reference that is null, or what was never written.
    pub fn invalid(&self, id: LayoutId, cells: &[u64]) -> Option<String> {
        self.find_invalid(id, cells, true)
    }

    /// The same of what is only shown: null where there is to be a reference or a box is let be, as in memory
    /// that was zeroed and gets its values later.
    pub fn invalid_as_shown(&self, id: LayoutId, cells: &[u64]) -> Option<String> {
        self.find_invalid(id, cells, false)
    }

    /// Whether a cell was not written, or not all of its bytes.
    pub fn is_unwritten(&self, cell: u64) -> bool {
        is_unwritten(self.uninit, cell)
    }

    fn find_invalid(&self, id: LayoutId, cells: &[u64], nulls: bool) -> Option<String> {
        let layout = self.layout(id);
        let of = |field: &FieldLayout| {
            let start = field.offset as usize;
            let end = start + self.layout(field.layout).cells() as usize;
            self.find_invalid(field.layout, cells.get(start..end)?, nulls)
        };
        let unwritten = || format!("an uninitialized `{}`", layout.name);
        match layout.zeros {
            Zeros::Never if nulls || !is_pointer(layout) => {
                if let Some(why) = is_zero(layout, cells) {
                    return Some(why);
                }
            }
            Zeros::Always if cells.iter().all(|&cell| cell == 0) => return None,
            Zeros::Never | Zeros::Always | Zeros::AsParts => {}
        }
        match &layout.shape {
            Shape::Scalar => {
                let cell = *cells.first()?;
                match layout.kind_at(0) {
                    _ if cells.iter().any(|&cell| self.is_unwritten(cell)) => Some(unwritten()),
                    CellKind::Scalar(ScalarType::Bool) if cell > 1 => {
                        Some("a bool that is neither true nor false".to_string())
                    }
                    CellKind::Scalar(ScalarType::Char) => char::from_u32(cell as u32)
                        .is_none()
                        .then(|| "a char that is no Unicode scalar value".to_string()),
                    CellKind::Scalar(_) | CellKind::Sync(_) | CellKind::Opaque => None,
                }
            }
            Shape::Struct(fields) => fields.iter().find_map(of),
            Shape::Enum(variants) if variants.is_empty() => {
                Some(format!("a value of `{}`, which has none", layout.name))
            }
            Shape::Enum(variants) if variants.len() == 1 => variants[0].fields.iter().find_map(of),
            Shape::Enum(variants) => {
                let tag = *cells.first()?;
                if self.is_unwritten(tag) {
                    return Some(unwritten());
                }
                match variants.iter().find(|variant| variant.discriminant == tag) {
                    Some(variant) => variant.fields.iter().find_map(of),
                    None => Some(format!("{} of no variant", with_article(&layout.name))),
                }
            }
            Shape::Array { element, .. } => {
                let size = self.layout(*element).cells().max(1) as usize;
                let mut elements = cells.chunks_exact(size);
                elements.find_map(|cells| self.find_invalid(*element, cells, nulls))
            }
            Shape::Union(_) => None,
        }
    }

    /// Makes printing no visible operation, for those to whom it is all the same what is printed in which
    /// order: it runs with the operation before it.
    pub fn hide_prints(&mut self) {
        let code = self.functions.iter_mut().flat_map(|f| &mut f.code);
        for inst in code {
            if let Inst::Sync {
                action: Action::Print,
                visible,
                ..
            } = inst
            {
                *visible = false;
            }
        }
    }
}

/// Whether the first cell of a type is a pointer.
fn is_pointer(layout: &Layout) -> bool {
    let first = layout.pattern.first();
    matches!(
        first,
        Some(CellKind::Scalar(ScalarType::Ptr | ScalarType::Func))
    )
}

/// Why cells hold no value of a type that is never zero. Of a fat pointer only the address counts.
fn is_zero(layout: &Layout, cells: &[u64]) -> Option<String> {
    let (counted, what) = match is_pointer(layout) {
        true => (cells.get(..1)?, "null"),
        false => (cells, "zero"),
    };
    let zero = !counted.is_empty() && counted.iter().all(|&cell| cell == 0);
    zero.then(|| format!("{} that is {what}", with_article(&layout.name)))
}

/// One of a type: "a `u8`", "an `i8`", "an `unsafe fn()`".
fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    let article = match vowel || name.starts_with("unsafe ") {
        true => "an",
        false => "a",
    };
    format!("{article} `{name}`")
}

/// Library functions that failing checks call. Each never returns. The frame of the failing
/// instruction is their caller.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct LangFunctions {
    /// `fn(code: u32)`: an [`ArithmeticFault`] as number.
    pub panic_arithmetic: FuncId,
    /// `fn(index: usize, len: usize)`.
    pub panic_bounds: FuncId,
}

/// Why an arithmetic instruction panics; the numbers are what `panic_arithmetic` receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u32)]
pub enum ArithmeticFault {
    /// `+` overflows.
    AddOverflow = 0,
    /// `-` overflows.
    SubOverflow = 1,
    /// `*` overflows.
    MulOverflow = 2,
    /// `MIN / -1`.
    DivOverflow = 3,
    /// `MIN % -1`.
    RemOverflow = 4,
    /// `-MIN`.
    NegOverflow = 5,
    /// `<<` by as many bits as there are, or more.
    ShlOverflow = 6,
    /// `>>` by as many bits as there are, or more.
    ShrOverflow = 7,
    /// Division by zero.
    DivByZero = 8,
    /// Remainder of a division by zero.
    RemByZero = 9,
}

/// A monomorphic function.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Function {
    /// Path with type arguments: `Account::transfer`, `std::vec::Vec<i32>::push`.
    pub name: String,
    /// How many registers the arguments take: registers `0..params`.
    pub params: u32,
    /// What each parameter register points to, where the signature says a reference: its type, or that
    /// of a slice's elements. Empty: nothing is known.
    pub pointees: Vec<Option<LayoutId>>,
    /// The same where the signature says a raw pointer.
    pub raw_pointees: Vec<Option<LayoutId>>,
    /// Its signature, if a pointer is made for it.
    pub signature: Option<SignatureId>,
    /// How many registers the result takes.
    pub returns: u32,
    /// What each register holds, all of its life.
    pub registers: Vec<CellKind>,
    /// Stack slots.
    pub slots: Vec<Slot>,
    /// The code; execution starts at the first instruction.
    pub code: Vec<Inst>,
    /// One span an instruction. Code inlined from a model carries the span of the user's call.
    pub spans: Vec<Span>,
    /// Where a panic inside an instruction goes on; ranges do not overlap, sorted by start.
    pub landings: Vec<Landing>,
    /// Names of user variables: register or slot of their first cell.
    pub variables: Vec<Variable>,
    /// The text of the receiver at instructions that stand for a call on a shared object
    /// (`self.acc_x.val` in `self.acc_x.val.store(1)`), sorted by instruction.
    pub places: Vec<(InstId, String)>,
    /// Where it is defined.
    pub span: Span,
    /// Whether it comes from a library model; reports skip its frames.
    pub is_model: bool,
    /// `#[track_caller]`: what it is asked for its place is its caller's.
    pub track_caller: bool,
    /// Whether a derive stands for it: reports skip its frames, too, where there are others.
    pub is_derived: bool,
}

/// A local that lives in memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// The variable's name, or empty for a temporary.
    pub name: String,
    /// Its type.
    pub layout: LayoutId,
    /// Whether nobody may change what was once written to it.
    pub fixed: bool,
}

/// A user variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub layout: LayoutId,
    /// Where it lives.
    pub home: VariableHome,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum VariableHome {
    /// From this register on.
    Register(Reg),
    /// In this slot.
    Slot(SlotId),
}

/// A landing pad: panics in instructions `start..end` go on at `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// First covered instruction.
    pub start: InstId,
    /// One past the last.
    pub end: InstId,
    /// Where to go.
    pub target: InstId,
    /// What it is for.
    pub kind: LandingKind,
}

/// What a landing pad is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LandingKind {
    /// Runs drops, then `Resume`s.
    Cleanup,
    /// `catch_unwind`: starts with `Catch`.
    Catch,
    /// The outermost frame of a spawned thread, whose panic becomes the `Err` of `join`: starts with
    /// `Catch`, but does not make a panic a caught one.
    ThreadBoundary,
}

/// Global memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Static {
    /// Its path, or empty for a promoted constant or literal.
    pub name: String,
    /// Its type.
    pub layout: LayoutId,
    /// How many elements of the layout (1, except for literals: their bytes).
    pub count: u32,
    /// Initial cells; missing ones are zero. `start` computes what is not known before.
    pub cells: Vec<u64>,
    /// One instance a thread, allocated at first use with these cells.
    pub thread_local: bool,
    /// Whether it can be written after start (`static mut`, interior mutability).
    pub mutable: bool,
    /// Where it is defined.
    pub span: Span,
}

/// A signature as the calling convention sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    /// As what values are passed: whoever calls a function by another text does what is undefined.
    pub text: String,
    /// The parameters.
    pub params: Vec<Passed>,
    /// The result.
    pub returns: Passed,
}

/// A value that is passed: types that are passed alike may have other cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Passed {
    /// How many registers it takes.
    pub cells: u32,
    /// Of an enum that has no bytes of its own for its discriminant.
    pub niche: Option<Niche>,
}

impl Passed {
    /// A value's registers as those of a type that is passed alike; `None` where that is not known.
    pub fn registers_as(&self, to: &Passed, values: &[u64], uninit: u64) -> Option<Vec<u64>> {
        if self == to {
            return Some(values.to_vec());
        }
        let (&first, rest) = values.split_first()?;
        match (self.niche, to.niche) {
            (Some(niche), None) if to.cells + 1 == self.cells => {
                let mut payload = rest.to_vec();
                match niche.bits_of(first) {
                    _ if first == uninit => payload.fill(uninit),
                    Some(bits) => *payload.get_mut((niche.cell as usize).checked_sub(1)?)? = bits,
                    None => {}
                }
                Some(payload)
            }
            (None, Some(niche)) if self.cells + 1 == to.cells => {
                let tag = match *values.get((niche.cell as usize).checked_sub(1)?)? {
                    bits if bits == uninit => uninit,
                    bits => niche.variant(bits),
                };
                Some([&[tag], values].concat())
            }
            _ => None,
        }
    }
}

/// What a `dyn` pointer carries beside the address.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Vtable {
    /// `Dog as Animal`, for reports.
    pub name: String,
    /// The type whose calls go through it.
    pub object: TraitObjectId,
    /// The concrete type.
    pub layout: LayoutId,
    /// Slot 0 is the drop glue, if any; then the trait's methods, supertraits first.
    pub methods: Vec<Option<FuncId>>,
    /// Vtables of the same type for its supertraits, for upcasts.
    pub supertraits: Vec<VtableId>,
}

impl Vtable {
    /// What a call through this slot calls, made on a trait object of this type.
    pub fn method(&self, object: TraitObjectId, slot: u32) -> Option<FuncId> {
        let method = self.methods.get(slot as usize).copied().flatten();
        method.filter(|_| self.serves(object, slot))
    }

    /// Whether a call through this slot may be made on a trait object of this type. Drop glue is in the same slot
    /// of all, so that a trait object without methods of its own has any of the type's vtables.
    pub fn serves(&self, object: TraitObjectId, slot: u32) -> bool {
        slot == 0 || self.object == object
    }
}

impl Function {
    /// Adds a register of this scalar type.
    pub fn new_reg(&mut self, ty: ScalarType) -> Reg {
        self.new_cell(CellKind::Scalar(ty))
    }

    /// Adds a register for a cell of this kind.
    pub fn new_cell(&mut self, kind: CellKind) -> Reg {
        self.registers.push(kind);
        Reg::new(self.registers.len() - 1)
    }

    /// Whether a call by this signature, with these arguments, may be one of this function. What is not known
    /// of either says nothing.
    pub fn may_be_called(&self, signature: Option<SignatureId>, args: &[Arg]) -> bool {
        let signatures = self.signature.zip(signature);
        let passed: u32 = args.iter().map(|arg| arg.cells).sum();
        signatures.is_none_or(|(own, meant)| own == meant) && passed == self.params
    }

    /// The landing that covers `inst`, if any.
    pub fn landing_at(&self, inst: InstId) -> Option<&Landing> {
        let after = self
            .landings
            .partition_point(|landing| landing.start <= inst);
        self.landings[..after]
            .last()
            .filter(|landing| inst < landing.end)
    }
}
