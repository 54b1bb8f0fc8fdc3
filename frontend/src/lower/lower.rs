//! The state of lowering one function, and the smallest steps over it.

use super::borrowed::Borrowed;
use super::code::{BlockId, Code, Op, UNIT, scalar};
use super::path::OwnerId;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Body, DefId, Edition, ExprId, LocalId};
use crate::mono::Mono;
use crate::ty::Ty;
use crate::typed::{ClosureInfo, Instance, TypedBody};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::program::{Variable, VariableHome};
use vscheck_ir::{Arg, Inst, Operand, Overflow, Reg, ScalarType, SlotId, Span};

/// Locals of more cells than this live in memory.
pub const MAX_REGISTER_CELLS: u32 = 16;

/// The most cells of a value that is handed on as a whole: each has a register and is written on its own.
const MAX_VALUE_CELLS: u32 = 1 << 20;

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
pub enum Home {
    /// From this register on.
    Regs(Reg),
    /// In a slot; with an owner if it needs dropping.
    Slot(SlotId, Option<OwnerId>),
}

/// Where a value is wanted.
#[derive(Clone, Copy, Debug)]
pub enum Dest {
    /// From this register on.
    Regs(Reg),
    /// At an address.
    Memory(Operand, u32),
}

/// A loop or block that can be left.
#[derive(Clone, Debug)]
pub struct Target {
    /// The loop or block.
    pub expr: ExprId,
    /// Scopes that stay.
    pub depth: usize,
    /// Where `break` goes.
    pub after: BlockId,
    /// Where `continue` goes.
    pub again: Option<BlockId>,
    /// Where the value of a `break` goes.
    pub dest: Dest,
}

/// The closure whose body is being lowered.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The closure.
    pub info: Rc<ClosureInfo>,
    /// Its captures: one place of the closure type.
    pub place: super::place::Place,
}

/// Lowers one function.
pub struct Lower<'a> {
    /// The program under construction.
    pub mono: &'a mut Mono,
    /// The function under construction.
    pub code: Code,
    /// Its source.
    pub body: Rc<Body>,
    /// The types of its source.
    pub typed: Rc<TypedBody>,
    /// How its locals are used.
    pub borrowed: Rc<Borrowed>,
    /// Where its locals live, once they are in scope.
    pub homes: FxHashMap<LocalId, Home>,
    /// Open scopes, outermost first.
    pub scopes: Vec<Scope>,
    /// The scope at whose end temporaries are dropped.
    pub temp_scope: usize,
    /// Temporaries that live longer, by the expression whose value they hold.
    pub extended: FxHashMap<ExprId, usize>,
    /// Number of the next scheduled drop.
    pub next_entry: u32,
    /// Types of the owners.
    pub owners: Vec<Ty>,
    /// Enclosing loops and labelled blocks.
    pub targets: Vec<Target>,
    /// The closure, in a closure's body.
    pub environment: Option<Environment>,
    /// How many registers the parameters take.
    pub params: u32,
    /// Where the result goes.
    pub result: Reg,
    /// Type of the result.
    pub result_ty: Ty,
    /// The edition of the source.
    pub edition: Edition,
    /// Whether the source is a library model's, which casts pointers only between types of the same cells.
    pub is_model: bool,
    /// Register locals that turned out to need an address.
    pub missed: Vec<LocalId>,
    /// Names for reports.
    pub variables: Vec<Variable>,
    /// The scopes in which locals were made.
    pub declared: FxHashMap<LocalId, (usize, u32)>,
    /// Which alternative of or-patterns is being lowered.
    pub choice: super::pattern::Choice,
    /// Where the next panic is caught, in a catching function.
    pub catching: Option<(BlockId, vscheck_ir::LandingKind)>,
    /// Where the next arm of a `match` goes on.
    pub next_arm: Option<BlockId>,
    /// Whether temporaries of the value being lowered live for ever (initializers of constants).
    pub in_constant: bool,
    /// The constant of whose value this is a part. What a closure in it does is none.
    pub value_of: Option<Instance>,
    /// What an operator on numbers does that overflows.
    pub overflow: Overflow,
}

impl<'a> Lower<'a> {
    /// Starts a function without source.
    pub fn new(mono: &'a mut Mono, span: Span) -> Lower<'a> {
        let nothing = Instance {
            def: DefId::default(),
            args: crate::ty::Args::empty(),
        };
        let uninit = mono.program.uninit;
        Lower {
            mono,
            code: Code::new(span, uninit),
            body: Rc::new(super::source::empty_body()),
            typed: Rc::new(super::source::empty_types(nothing)),
            borrowed: Rc::default(),
            homes: FxHashMap::default(),
            scopes: Vec::new(),
            temp_scope: 0,
            extended: FxHashMap::default(),
            next_entry: 0,
            owners: Vec::new(),
            targets: Vec::new(),
            environment: None,
            params: 0,
            result: Reg(0),
            result_ty: Ty::unit(),
            edition: Edition::E2021,
            is_model: true,
            missed: Vec::new(),
            variables: Vec::new(),
            declared: FxHashMap::default(),
            choice: super::pattern::Choice::default(),
            catching: None,
            next_arm: None,
            in_constant: false,
            value_of: None,
            overflow: Overflow::Panic,
        }
    }

    /// An inconsistency of the front end itself.
    pub fn internal<T>(&self, what: impl std::fmt::Display) -> Result<T> {
        Err(Diagnostic::new(format!("internal: {what}"), self.code.span))
    }

    /// Something that is not supported.
    pub fn unsupported<T>(&self, what: impl std::fmt::Display) -> Result<T> {
        Err(Diagnostic::unsupported(what, self.code.span))
    }

    /// Emits an instruction that may panic.
    pub fn emit_panicking(&mut self, inst: Inst) -> Result<()> {
        if self.code.dead {
            return Ok(());
        }
        let landing = self.landing()?;
        self.code.push(Op::Inst(inst), landing);
        Ok(())
    }

    /// New registers for a value of a type.
    pub fn regs(&mut self, ty: Ty) -> Result<Arg> {
        let layout = self.mono.layout(ty)?;
        if layout.cells == 0 {
            return Ok(UNIT);
        }
        if layout.cells > MAX_VALUE_CELLS {
            let message = format!(
                "a value of {} cells in one piece is too large (at most {MAX_VALUE_CELLS} are supported)",
                layout.cells
            );
            return Err(Diagnostic::new(message, self.code.span));
        }
        let first = self.code.regs(layout.kinds());
        Ok(Arg {
            src: Operand::Reg(first),
            cells: layout.cells,
        })
    }

    /// The first register of new registers for a value of a type.
    pub fn first_reg(&mut self, ty: Ty) -> Result<(Reg, u32)> {
        let cells = self.mono.cells(ty)?;
        Ok(match self.regs(ty)?.src {
            Operand::Reg(reg) => (reg, cells),
            Operand::Const(_) => (Reg::new(self.code.registers.len()), 0),
        })
    }

    /// The first register of a value, in new registers if it is a constant.
    pub fn in_regs(&mut self, value: Arg, ty: Ty) -> Result<Reg> {
        if let Operand::Reg(reg) = value.src {
            return Ok(reg);
        }
        let (reg, cells) = self.first_reg(ty)?;
        self.put(Dest::Regs(reg), value, cells)?;
        Ok(reg)
    }

    /// A copy of a value that later assignments do not change.
    pub fn stable(&mut self, value: Arg, ty: Ty) -> Result<Arg> {
        if value.cells == 0 || matches!(value.src, Operand::Const(_)) {
            return Ok(value);
        }
        let copy = self.regs(ty)?;
        if let Operand::Reg(dst) = copy.src {
            self.code.copy(dst, value);
        }
        Ok(copy)
    }

    /// Stores a value at an address.
    pub fn store_at(&mut self, ptr: Operand, offset: u32, value: Arg) {
        if value.cells > 0 {
            self.code.emit(Inst::Store {
                ptr,
                offset,
                src: value.src,
                cells: value.cells,
            });
        }
    }

    /// Loads a value from an address.
    pub fn load_at(&mut self, ptr: Operand, offset: u32, ty: Ty) -> Result<Arg> {
        let value = self.regs(ty)?;
        if let Operand::Reg(dst) = value.src {
            self.code.emit(Inst::Load {
                dst,
                ptr,
                offset,
                cells: value.cells,
            });
        }
        Ok(value)
    }

    /// Loads one scalar.
    pub fn load_scalar(&mut self, ptr: Operand, offset: u32, ty: ScalarType) -> Operand {
        let dst = self.code.reg(ty);
        self.code.emit(Inst::Load {
            dst,
            ptr,
            offset,
            cells: 1,
        });
        Operand::Reg(dst)
    }

    /// Puts a value where it is wanted.
    pub fn put(&mut self, dest: Dest, value: Arg, cells: u32) -> Result<()> {
        if self.code.dead {
            return Ok(());
        }
        if value.cells != cells {
            return self.internal(format_args!(
                "a value of {} cells where {cells} are expected",
                value.cells
            ));
        }
        match dest {
            Dest::Regs(dst) => self.code.copy(dst, value),
            Dest::Memory(ptr, offset) => self.store_at(ptr, offset, value),
        }
        Ok(())
    }

    /// A place for a value that several ways compute; and how to read it.
    pub fn join(&mut self, ty: Ty) -> Result<(Dest, Arg)> {
        let (reg, cells) = self.first_reg(ty)?;
        let value = if cells == 0 {
            UNIT
        } else {
            Arg {
                src: Operand::Reg(reg),
                cells,
            }
        };
        Ok((Dest::Regs(reg), value))
    }

    /// A scalar instruction's destination as a value.
    pub fn scalar_result(&mut self, ty: ScalarType, make: impl FnOnce(Reg) -> Inst) -> Arg {
        let dst = self.code.reg(ty);
        self.code.emit(make(dst));
        scalar(Operand::Reg(dst))
    }

    /// A new owner: something in memory that needs dropping.
    pub fn owner(&mut self, ty: Ty) -> OwnerId {
        self.owners.push(ty);
        OwnerId::new(self.owners.len() - 1)
    }

    /// Names a local for reports.
    pub fn name_local(&mut self, local: LocalId, ty: Ty, home: Home) -> Result<()> {
        let name = self.body.locals[local.index()].name;
        if name.as_str().is_empty() {
            return Ok(());
        }
        let layout = self.mono.layout(ty)?;
        if layout.cells == 0 && matches!(home, Home::Regs(_)) {
            return Ok(());
        }
        self.variables.push(Variable {
            name: name.to_string(),
            layout: layout.id,
            home: match home {
                Home::Regs(reg) => VariableHome::Register(reg),
                Home::Slot(slot, _) => VariableHome::Slot(slot),
            },
        });
        Ok(())
    }

    /// Whether a copy of a value of this type leaves the original usable.
    pub fn is_copy(&self, ty: Ty) -> bool {
        self.mono.typer.is_copy(ty)
    }
}
