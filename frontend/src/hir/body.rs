//! Bodies: expressions, statements and patterns.

use super::{
    ConstArg, DefId, ExprId, GenericArgs, HirTy, LocalId, Mutability, PatId, Primitive, TraitBound,
};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::rc::Rc;
use vscheck_ir::Span;

/// A body: its expressions, patterns and locals in arenas. Closures share the arena of the body
/// they stand in.
#[derive(Clone, Debug)]
pub struct Body {
    /// The function, constant or static.
    pub owner: DefId,
    /// Parameter patterns, `self` first.
    pub params: Vec<PatId>,
    /// The value.
    pub value: ExprId,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All patterns.
    pub pats: Vec<Pat>,
    /// All locals.
    pub locals: Vec<Local>,
    /// The calls and matches that `format_args!` is made of: what they borrow lives as long as a
    /// variable that is bound to the whole does.
    pub handed_on: FxHashSet<ExprId>,
    /// What `format_args!` borrows to show it: of a number, a copy does as well.
    pub shown: FxHashMap<ExprId, Shown>,
    /// The blocks of `const { }`.
    pub const_blocks: FxHashSet<ExprId>,
    /// Traits whose methods can be called here, prelude included.
    pub traits_in_scope: Rc<Vec<DefId>>,
}

/// To whom `format_args!` shows a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// To the program, for all that is known.
    Formatted,
    /// To its user: it is printed.
    Printed,
}

impl Body {
    /// Whether a pattern is `..`, or a name for what that stands for.
    pub fn is_rest(&self, pat: PatId) -> bool {
        match &self.pats[pat.index()].kind {
            PatKind::Rest => true,
            PatKind::Binding { sub: Some(sub), .. } => self.is_rest(*sub),
            _ => false,
        }
    }

    /// The first stop among the expressions of a place: why it is one, and where.
    pub fn stop_in(&self, place: &Span) -> Option<(&str, Span)> {
        let mut within = self.exprs.iter().filter(|expr| place.covers(&expr.span));
        within.find_map(|expr| match &expr.kind {
            ExprKind::Stop(reason) => Some((reason.as_str(), expr.span)),
            _ => None,
        })
    }

    /// The least expression around a place that is not a stop yet; of those that stand at one place, the
    /// outermost.
    pub fn part_around(&self, place: &Span) -> Option<ExprId> {
        let width = |span: &Span| i64::from(span.end_column) - i64::from(span.column);
        let extent = |span: &Span| (span.end_line - span.line, width(span));
        let around =
            self.exprs.iter().enumerate().filter(|(_, expr)| {
                expr.span.covers(place) && !matches!(expr.kind, ExprKind::Stop(_))
            });
        let least = around.min_by_key(|(index, expr)| (extent(&expr.span), Reverse(*index)));
        least.map(|(index, _)| ExprId::new(index))
    }
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Symbol,
    /// Where it is bound.
    pub span: Span,
    /// Whether one binding gives it its value, and it is not `mut`.
    pub fixed: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where. For code from a model's macro, the user's invocation.
    pub span: Span,
    /// What.
    pub kind: ExprKind,
}

/// What a closure was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosureForm {
    /// `|a| body`.
    Plain,
    /// `async |a| body`: its body is an `async` block, to which it lends what it captures.
    AsyncClosure,
    /// The body of an `async` block or function: suspends itself, and is called again to go on.
    AsyncBlock,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A local.
    Local(LocalId),
    /// A path to a function, constant, static, constructor.
    Path(ExprPath),
    /// `f(args)`.
    Call(ExprId, Vec<ExprId>),
    /// `receiver.name::<T>(args)`.
    MethodCall {
        /// The receiver.
        receiver: ExprId,
        /// The method's name.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
        /// Turbofish.
        generics: GenericArgs,
        /// Arguments without the receiver.
        args: Vec<ExprId>,
    },
    /// `base.name` or `base.0`.
    Field(ExprId, Symbol),
    /// `base[index]`.
    Index(ExprId, ExprId),
    /// `-x`, `!x`.
    Unary(UnaryOp, ExprId),
    /// `*x`.
    Deref(ExprId),
    /// Arithmetic, comparison; lazy `&&`, `||`.
    Binary(BinaryOp, ExprId, ExprId),
    /// `place = value`. The place may be a destructuring tuple, struct, slice or `_` (already turned
    /// into a `let` and assignments by `parse/`), so it is always a plain place or `_` here.
    Assign(ExprId, ExprId),
    /// `place op= value`.
    AssignOp(BinaryOp, ExprId, ExprId),
    /// `&x`, `&mut x`.
    Borrow(Mutability, ExprId),
    /// `&raw const x`, `addr_of!(x)`.
    RawBorrow(Mutability, ExprId),
    /// `x as T`.
    Cast(ExprId, HirTy),
    /// `(a, b)`.
    Tuple(Vec<ExprId>),
    /// `[a, b]`.
    Array(Vec<ExprId>),
    /// `[x; N]`.
    Repeat(ExprId, ConstArg),
    /// `S { a: x, ..base }`; also ranges (`a..b` is `Range { start, end }`).
    Struct {
        /// Which struct, union or variant.
        path: ExprPath,
        /// Fields as written, in evaluation order.
        fields: Vec<(Symbol, ExprId)>,
        /// `..base`.
        base: Option<ExprId>,
    },
    /// `let pat = x` in a condition.
    Let(PatId, ExprId),
    /// `if cond { } else { }`. The condition may be a `&&` chain with `Let`s.
    If(ExprId, ExprId, Option<ExprId>),
    /// `match`.
    Match(ExprId, Vec<Arm>),
    /// `loop`. Its id is what `break` and `continue` name.
    Loop(ExprId),
    /// `while cond { }`. The condition may be a `&&` chain with `Let`s.
    While(ExprId, ExprId),
    /// `{ }`; also `'label: { }` (the target of a `break`), `unsafe { }`, `const { }`.
    Block(Block),
    /// `|params| body`.
    Closure {
        /// Parameters.
        params: Vec<(PatId, Option<HirTy>)>,
        /// Result type, if written.
        ret: Option<HirTy>,
        /// Body.
        body: ExprId,
        /// `move`.
        by_move: bool,
        /// What it was written as.
        form: ClosureForm,
    },
    /// `break 'label value`; the target is a `Loop`, `While` or `Block`.
    Break(ExprId, Option<ExprId>),
    /// `continue 'label`.
    Continue(ExprId),
    /// `return value`.
    Return(Option<ExprId>),
    /// The text of `file!()`-like macros, `stringify!` etc. are `Literal`s. Not supported here; said if
    /// the code is reached.
    Unsupported(String),
    /// Stands for what is not accepted in a function that may stop, with the reason: who comes to it stops.
    Stop(String),
}

/// `match` arm.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Pattern.
    pub pat: PatId,
    /// Guard; may contain `Let`s.
    pub guard: Option<ExprId>,
    /// Body.
    pub body: ExprId,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// Value.
    pub tail: Option<ExprId>,
}

/// A statement. Items are not statements here.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let pat: ty = init else { };`
    Let {
        /// Pattern.
        pat: PatId,
        /// Written type.
        ty: Option<HirTy>,
        /// Initializer.
        init: Option<ExprId>,
        /// `else` block, diverging.
        otherwise: Option<ExprId>,
        /// Where.
        span: Span,
    },
    /// `expr;` or an expression statement without semicolon.
    Expr(ExprId),
}

/// A resolved path in an expression or pattern.
#[derive(Clone, Debug)]
pub enum ExprPath {
    /// A definition, with arguments for its parent (enum of a variant, trait of a method named
    /// `Trait::method`) and its own.
    Def {
        /// Function, const, static, struct constructor, variant, const parameter.
        def: DefId,
        /// Arguments on the parent segment.
        parent_args: GenericArgs,
        /// Arguments on the last segment.
        args: GenericArgs,
    },
    /// `Type::name`, `Self::name`, `T::name`: an associated function, constant or variant.
    TypeRelative {
        /// The type.
        ty: Box<HirTy>,
        /// The name.
        name: Symbol,
        /// Arguments on the name.
        args: GenericArgs,
    },
    /// `<T as Trait>::name`.
    Qualified {
        /// `T`.
        ty: Box<HirTy>,
        /// `Trait`.
        bound: Box<TraitBound>,
        /// The name.
        name: Symbol,
        /// Arguments on the name.
        args: GenericArgs,
    },
    /// `Self(..)`, `Self { .. }`, `Self` as a value: the constructor of the impl's self type; the impl.
    SelfCtor(DefId),
    /// A const parameter, by index in the full list.
    ConstParam(u32),
}

/// A number with a fraction, read as each of the types that it may have: rounding twice is not the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLiteral {
    /// As an `f64`.
    pub double: f64,
    /// As an `f32`.
    pub single: f32,
}

/// Literals.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer with its suffix type, if any. Negative ones are `Unary(Neg, ..)` in expressions.
    Int(u128, Option<Primitive>),
    /// A float as written, with suffix.
    Float(FloatLiteral, Option<Primitive>),
    /// `true`.
    Bool(bool),
    /// `'c'`.
    Char(char),
    /// `"text"`.
    Str(Symbol),
    /// `b"bytes"`, `c"text"` (with its zero).
    Bytes(Rc<[u8]>),
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `-a`.
    Neg,
    /// `!a`.
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// Lazy.
    And,
    /// Lazy.
    Or,
}

impl BinaryOp {
    /// Whether it compares, and gives a `bool` whatever the type.
    pub fn compares(self) -> bool {
        matches!(
            self,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
        )
    }
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: PatKind,
}

/// Kinds of patterns.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`.
    Wild,
    /// `..` inside a tuple or slice pattern (only there).
    Rest,
    /// `x`, `ref x`, `mut x`, `x @ sub`.
    Binding {
        /// The local.
        local: LocalId,
        /// `ref` or `ref mut`.
        by_ref: Option<Mutability>,
        /// `mut`.
        mutable: bool,
        /// `@ sub`.
        sub: Option<PatId>,
    },
    /// A literal, possibly negative.
    Literal {
        /// The literal.
        literal: Literal,
        /// Whether a minus stands before it.
        negative: bool,
    },
    /// A path to a constant, unit struct or unit variant.
    Path(ExprPath),
    /// `Some(a, ..)`: sub-patterns, at most one `Rest`.
    TupleStruct(ExprPath, Vec<PatId>),
    /// `S { a, b: p, .. }`.
    Struct(ExprPath, Vec<(Symbol, PatId)>),
    /// `(a, ..)`.
    Tuple(Vec<PatId>),
    /// `[a, .., b]`; a `Binding` whose sub-pattern is `Rest` binds the middle.
    Slice(Vec<PatId>),
    /// `&p`, `&mut p`.
    Ref(PatId),
    /// `box`-like deref patterns do not exist; `a..=b`, `a..`, `..b`: bounds are literals or constant paths.
    Range {
        /// Lower bound.
        start: Option<Box<RangeBound>>,
        /// Upper bound.
        end: Option<Box<RangeBound>>,
        /// `..=`.
        inclusive: bool,
    },
    /// `a | b`.
    Or(Vec<PatId>),
}

/// A bound of a range pattern.
#[derive(Clone, Debug)]
pub enum RangeBound {
    /// A literal, possibly negative.
    Literal(Literal, bool),
    /// A constant, as a pattern of its own (`PatKind::Path`).
    Path(PatId),
}
