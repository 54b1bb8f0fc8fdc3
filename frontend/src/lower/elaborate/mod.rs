//! Drop elaboration: a drop of a variable becomes nothing, a call of its drop glue, a call under a
//! flag, or a ladder over its parts, by what may and what must have been moved away on the ways that
//! lead there. The analysis is rustc's (maybe initialized, maybe uninitialized), over move paths.

mod flow;
mod tree;

use super::code::{BlockId, DropOp, Item, Op, each_target, scalar};
use super::lower::Lower;
use super::path::Step;
use crate::diagnostic::Result;
use crate::mono::FnKey;
use crate::mono::layout::{Fields, Parts};
use crate::ty::{Ty, TyKind};
use flow::{Flow, State};
use rustc_hash::FxHashMap;
use tree::{NodeId, Tree};
use vscheck_ir::flow::goes_on;
use vscheck_ir::{Arg, Callee as Target, Inst, LandingKind, Operand, Reg, ScalarType, Span};

/// What stays the same while one drop is expanded.
#[derive(Clone, Copy)]
struct Site {
    span: Span,
    landing: Option<(BlockId, LandingKind)>,
    cleanup: bool,
}

/// A place that a ladder drops.
#[derive(Clone, Copy)]
struct At {
    ptr: Operand,
    offset: u32,
    meta: Option<Operand>,
    ty: Ty,
}

struct Elaborate<'l, 'a> {
    lower: &'l mut Lower<'a>,
    tree: Tree,
    flags: FxHashMap<NodeId, Reg>,
}

/// Replaces all drops, initializations and moves by instructions.
pub fn elaborate(lower: &mut Lower<'_>) -> Result<()> {
    let tree = Tree::new(&lower.code, &lower.owners);
    let flow = Flow::solve(&lower.code, &tree);
    let mut this = Elaborate {
        lower,
        tree,
        flags: FxHashMap::default(),
    };
    let count = this.lower.code.blocks.len();
    for index in 0..count {
        this.drop_of(BlockId::new(index), &flow)?;
    }
    this.set_flags();
    Ok(())
}

impl Elaborate<'_, '_> {
    /// Expands the drop at the end of a block, if there is one.
    fn drop_of(&mut self, block: BlockId, flow: &Flow) -> Result<()> {
        let items = &self.lower.code.blocks[block.index()].items;
        let Some(Item {
            op: Op::Drop(drop),
            span,
            landing,
            ..
        }) = items.last()
        else {
            return Ok(());
        };
        let (drop, site) = (
            drop.clone(),
            Site {
                span: *span,
                landing: *landing,
                cleanup: self.lower.code.blocks[block.index()].cleanup,
            },
        );
        let state = flow.before_last(&self.lower.code, &self.tree, block);
        let first = self.new_block(site);
        self.lower.code.switch_to(first);
        self.lower.code.span = site.span;
        let at = At {
            ptr: drop.ptr,
            offset: drop.offset,
            meta: drop.meta,
            ty: drop.ty,
        };
        match state {
            None => {}
            Some(state) => self.expand(&drop, at, &state, site)?,
        }
        if let Some(path) = &drop.path {
            // Cleared flags keep a later pass of a loop from dropping again.
            self.lower.code.push(Op::Move(path.clone()), None);
        }
        self.lower.code.jump(drop.target);
        if let Some(Item {
            op: Op::Drop(drop), ..
        }) = self.lower.code.blocks[block.index()].items.last_mut()
        {
            drop.target = first;
        }
        Ok(())
    }

    fn new_block(&mut self, site: Site) -> BlockId {
        if site.cleanup {
            self.lower.code.cleanup_block()
        } else {
            self.lower.code.block()
        }
    }

    fn expand(&mut self, drop: &DropOp, at: At, state: &State, site: Site) -> Result<()> {
        let Some(path) = &drop.path else {
            return self.glue(at, site);
        };
        match self.tree.find(path) {
            (node, true) => self.node(node, at, state, site),
            (node, false) => self.guarded(node, at, state, site),
        }
    }

    /// Drops a part that is not tracked by itself, if what it is part of is there.
    fn guarded(&mut self, node: NodeId, at: At, state: &State, site: Site) -> Result<()> {
        if !self.lower.mono.needs_drop(at.ty)? || !state.maybe_init(node) {
            return Ok(());
        }
        if !state.maybe_uninit(node) {
            return self.glue(at, site);
        }
        let flag = self.flag(node);
        let (inside, after) = (self.new_block(site), self.new_block(site));
        self.lower.code.branch(Operand::Reg(flag), inside, after);
        self.lower.code.switch_to(inside);
        self.glue(at, site)?;
        self.lower.code.jump(after);
        self.lower.code.switch_to(after);
        Ok(())
    }

    fn node(&mut self, node: NodeId, at: At, state: &State, site: Site) -> Result<()> {
        let subtree = self.tree.subtree(node);
        if !subtree.iter().any(|&part| state.maybe_init(part)) {
            return Ok(());
        }
        let whole = !subtree.iter().any(|&part| state.maybe_uninit(part));
        if whole || subtree.len() == 1 {
            return self.guarded(node, at, state, site);
        }
        self.ladder(node, at, state, site)
    }

    /// Drops what is left of a place of which parts may have been moved away.
    fn ladder(&mut self, node: NodeId, at: At, state: &State, site: Site) -> Result<()> {
        let layout = self.lower.mono.layout(at.ty)?;
        if let Some(inner) = self.lower.mono.boxed(at.ty) {
            return self.open_box(node, at, inner, state, site);
        }
        match &layout.parts {
            Parts::Fields(fields) => {
                let field = |index: usize| Step::Field(index as u32);
                let parts = parts_of(at, fields, field);
                self.parts(node, &parts, state, site)
            }
            Parts::Array {
                element,
                stride,
                len,
            } => {
                let element_at = |index| part_at(at, index * stride, *element);
                let order = self.element_order(node, *len as u32);
                let parts: Vec<_> = order
                    .into_iter()
                    .map(|index| (Step::Element(index), element_at(index)))
                    .collect();
                self.parts(node, &parts, state, site)
            }
            Parts::Enum { .. } => self.open_enum(node, at, state, site),
            Parts::Scalar => self.guarded(node, at, state, site),
        }
    }

    /// The elements of an array as rustc drops them: from the last to the first, but the runs between
    /// those that are moved somewhere from their first to their last.
    fn element_order(&self, node: NodeId, len: u32) -> Vec<u32> {
        let tracked = |index: u32| self.tree.child(node, Step::Element(index)).is_some();
        let mut order = Vec::new();
        let mut end = len;
        while end > 0 {
            let mut start = end - 1;
            while !tracked(end - 1) && start > 0 && !tracked(start - 1) {
                start -= 1;
            }
            order.extend(start..end);
            end = start;
        }
        order
    }

    /// Drops parts in order. Where the drop of one panics, the later ones are still dropped.
    fn parts(
        &mut self,
        node: NodeId,
        parts: &[(Step, At)],
        state: &State,
        site: Site,
    ) -> Result<()> {
        let mut landings = vec![site.landing];
        for &(step, at) in parts.iter().skip(1).rev() {
            let next = landings[landings.len() - 1];
            landings.push(self.part_in_cleanup(
                node,
                step,
                at,
                state,
                Site {
                    landing: next,
                    ..site
                },
            )?);
        }
        for (&(step, at), landing) in parts.iter().zip(landings.into_iter().rev()) {
            self.part(node, step, at, state, Site { landing, ..site })?;
        }
        Ok(())
    }

    /// The landing that drops a part and goes on at the landing of `site`.
    fn part_in_cleanup(
        &mut self,
        node: NodeId,
        step: Step,
        at: At,
        state: &State,
        site: Site,
    ) -> Result<Option<(BlockId, LandingKind)>> {
        let catches = matches!(site.landing, Some((_, kind)) if kind != LandingKind::Cleanup);
        let part = self.tree.child(node, step).unwrap_or(node);
        let there = self
            .tree
            .subtree(part)
            .iter()
            .any(|&part| state.maybe_init(part));
        if site.cleanup || catches || !there || !self.lower.mono.needs_drop(at.ty)? {
            return Ok(site.landing);
        }
        let here = self.lower.code.current;
        let block = self.lower.code.cleanup_block();
        self.lower.code.switch_to(block);
        let quiet = Site {
            landing: None,
            cleanup: true,
            ..site
        };
        self.part(node, step, at, state, quiet)?;
        match site.landing {
            Some((next, _)) => self.lower.code.jump(next),
            None => self.lower.code.terminate(Inst::Resume),
        }
        self.lower.code.switch_to(here);
        Ok(Some((block, LandingKind::Cleanup)))
    }

    fn part(&mut self, node: NodeId, step: Step, at: At, state: &State, site: Site) -> Result<()> {
        match self.tree.child(node, step) {
            Some(child) => self.node(child, at, state, site),
            None => self.guarded(node, at, state, site),
        }
    }

    fn open_enum(&mut self, node: NodeId, at: At, state: &State, site: Site) -> Result<()> {
        let layout = self.lower.mono.layout(at.ty)?;
        let Parts::Enum { tag, variants } = &layout.parts else {
            return Ok(());
        };
        let (after, others) = (self.new_block(site), self.new_block(site));
        // Where nothing was ever stored, there is no variant to look at.
        if state.maybe_uninit(node) {
            let (flag, inside) = (self.flag(node), self.new_block(site));
            self.lower.code.branch(Operand::Reg(flag), inside, after);
            self.lower.code.switch_to(inside);
        }
        let mut cases = Vec::new();
        for (index, variant) in variants.iter().enumerate() {
            if self.tree.has_variant(node, index as u32) {
                cases.push((variant.discriminant, self.new_block(site), index));
            }
        }
        let value = self.lower.load_scalar(at.ptr, at.offset, *tag);
        let mut targets: Vec<_> = cases
            .iter()
            .map(|(v, block, _)| (*v, block.target()))
            .collect();
        targets.sort_by_key(|(value, _)| *value);
        self.lower.code.terminate(Inst::Switch {
            value,
            cases: targets.into(),
            default: others.target(),
        });
        for (_, block, variant) in cases {
            self.lower.code.switch_to(block);
            let field = |index: usize| Step::Variant(variant as u32, index as u32);
            let parts = parts_of(at, &variants[variant].fields, field);
            self.parts(node, &parts, state, site)?;
            self.lower.code.jump(after);
        }
        self.lower.code.switch_to(others);
        self.guarded(node, at, state, site)?;
        self.lower.code.jump(after);
        self.lower.code.switch_to(after);
        Ok(())
    }

    /// A box whose contents may have been moved out: drops them if not, then frees the memory.
    fn open_box(
        &mut self,
        node: NodeId,
        at: At,
        inner: Ty,
        state: &State,
        site: Site,
    ) -> Result<()> {
        let (inside, after) = (self.new_block(site), self.new_block(site));
        if !state.maybe_init(node) {
            return Ok(());
        }
        if state.maybe_uninit(node) {
            let flag = self.flag(node);
            self.lower.code.branch(Operand::Reg(flag), inside, after);
        } else {
            self.lower.code.jump(inside);
        }
        self.lower.code.switch_to(inside);
        let pointer_ty = Ty::new(TyKind::RawPtr(crate::hir::Mutability::Mut, inner));
        let pointer = self.lower.load_at(at.ptr, at.offset, pointer_ty)?;
        let contents = At {
            ptr: super::code::cell(pointer, 0),
            offset: 0,
            meta: (pointer.cells == 2).then(|| super::code::cell(pointer, 1)),
            ty: inner,
        };
        self.part(node, Step::Deref, contents, state, site)?;
        self.lower.free_box(pointer, inner)?;
        self.lower.code.jump(after);
        self.lower.code.switch_to(after);
        Ok(())
    }

    /// Calls the drop glue of a place.
    fn glue(&mut self, at: At, site: Site) -> Result<()> {
        if !self.lower.mono.needs_drop(at.ty)? {
            return Ok(());
        }
        let mut args: Vec<Arg> = vec![scalar(self.lower.code.offset(at.ptr, at.offset))];
        let callee = match (at.ty.kind(), at.meta) {
            (TyKind::Dyn(_), Some(vtable)) => Target::Virtual {
                vtable,
                object: self.lower.mono.trait_object(at.ty, site.span)?,
                slot: 0,
            },
            _ => {
                args.extend(at.meta.map(scalar));
                Target::Function(self.lower.mono.function(FnKey::Drop(at.ty), site.span)?)
            }
        };
        let inst = Inst::Call {
            callee,
            args: args.into(),
            dst: Reg(0),
        };
        self.lower.code.push(Op::Inst(inst), site.landing);
        Ok(())
    }

    fn flag(&mut self, node: NodeId) -> Reg {
        let code = &mut self.lower.code;
        *self
            .flags
            .entry(node)
            .or_insert_with(|| code.reg(ScalarType::Bool))
    }

    /// Turns the markers into assignments of flags.
    fn set_flags(&mut self) {
        for index in 0..self.lower.code.blocks.len() {
            let items = std::mem::take(&mut self.lower.code.blocks[index].items);
            let mut out = Vec::with_capacity(items.len());
            if index == 0 {
                let span = self.lower.code.span;
                let mut flags: Vec<Reg> = self.flags.values().copied().collect();
                flags.sort();
                out.extend(flags.into_iter().map(|flag| set(flag, false, span)));
            }
            for item in items {
                match &item.op {
                    Op::Inst(_) => out.push(item),
                    Op::Init(path) => self.mark(path, true, item.span, &mut out),
                    Op::Move(path) => self.mark(path, false, item.span, &mut out),
                    Op::Drop(drop) => {
                        out.push(Item {
                            op: Op::Inst(Inst::Jump {
                                to: drop.target.target(),
                            }),
                            landing: None,
                            ..item
                        });
                    }
                }
            }
            self.lower.code.blocks[index].items = out;
        }
    }

    fn mark(&self, path: &super::path::MovePath, value: bool, span: Span, out: &mut Vec<Item>) {
        let (node, exact) = self.tree.find(path);
        if !exact {
            return;
        }
        for part in self.tree.subtree(node) {
            if let Some(&flag) = self.flags.get(&part) {
                out.push(set(flag, value, span));
            }
        }
    }
}

fn parts_of(at: At, fields: &Fields, step: impl Fn(usize) -> Step) -> Vec<(Step, At)> {
    let parts = fields.types.iter().zip(&fields.offsets).enumerate();
    parts
        .map(|(index, (&ty, &offset))| (step(index), part_at(at, offset, ty)))
        .collect()
}

fn part_at(at: At, offset: u32, ty: Ty) -> At {
    At {
        ptr: at.ptr,
        offset: at.offset + offset,
        meta: None,
        ty,
    }
}

fn set(flag: Reg, value: bool, span: Span) -> Item {
    Item {
        op: Op::Inst(Inst::Copy {
            dst: flag,
            src: Operand::Const(value.into()),
            cells: 1,
        }),
        span,
        landing: None,
        place: None,
    }
}

/// The blocks that a block goes on in.
pub fn successors(items: &[Item]) -> Vec<BlockId> {
    let mut found = Vec::new();
    if let Some(item) = items.last() {
        match &item.op {
            Op::Drop(drop) => found.push(drop.target),
            Op::Inst(inst) if !goes_on(inst) => {
                let mut inst = inst.clone();
                each_target(&mut inst, |to| found.push(BlockId(to.0)));
            }
            Op::Inst(_) | Op::Init(_) | Op::Move(_) => {}
        }
    }
    found
}
