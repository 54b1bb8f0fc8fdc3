//! From blocks to the flat code of a function.

use super::code::{Block, BlockId, Item, Op, each_target};
use super::lower::Lower;
use crate::diagnostic::Result;
use vscheck_ir::flow::goes_on;
use vscheck_ir::{Function, Inst, InstId, Landing};

/// Whose code a function is.
#[derive(Clone, Copy)]
pub struct Origin {
    /// A library model's.
    pub is_model: bool,
    /// `#[track_caller]`.
    pub track_caller: bool,
    /// Of an impl that a derive stands for.
    pub is_derived: bool,
}

impl Origin {
    /// A helper of the compiler's own making.
    pub const GLUE: Origin = Origin {
        is_model: true,
        track_caller: false,
        is_derived: false,
    };
}

impl Lower<'_> {
    /// The finished function.
    pub fn finish(mut self, name: String, params: u32, from: Origin) -> Result<Function> {
        let span = self.code.span;
        super::elaborate::elaborate(&mut self)?;
        let mut blocks = std::mem::take(&mut self.code.blocks);
        thread_jumps(&mut blocks);
        let order = order(&blocks);
        let mut function = Function {
            name,
            params,
            returns: self.mono.cells(self.result_ty)?,
            registers: std::mem::take(&mut self.code.registers),
            slots: std::mem::take(&mut self.code.slots),
            variables: std::mem::take(&mut self.variables),
            span,
            is_model: from.is_model,
            track_caller: from.track_caller,
            is_derived: from.is_derived,
            ..Function::default()
        };
        let starts = self.emit_blocks(&mut function, blocks, &order);
        patch(&mut function, &starts);
        Ok(function)
    }

    fn emit_blocks(
        &mut self,
        function: &mut Function,
        mut blocks: Vec<Block>,
        order: &[BlockId],
    ) -> Vec<InstId> {
        let mut starts = vec![InstId(u32::MAX); blocks.len()];
        for (position, &block) in order.iter().enumerate() {
            starts[block.index()] = InstId::new(function.code.len());
            let next = order.get(position + 1).copied();
            for item in std::mem::take(&mut blocks[block.index()].items) {
                let falls = |next: BlockId| matches!(item.op, Op::Inst(Inst::Jump { to }) if to == next.target());
                if next.is_some_and(falls) {
                    continue;
                }
                self.emit_item(function, item);
            }
        }
        starts
    }

    fn emit_item(&mut self, function: &mut Function, item: Item) {
        let Op::Inst(inst) = item.op else {
            return;
        };
        let at = InstId::new(function.code.len());
        if let Some((target, kind)) = item.landing {
            let end = InstId(at.0 + 1);
            let target = target.target();
            match function.landings.last_mut() {
                Some(last) if last.target == target && last.kind == kind && last.end == at => {
                    last.end = end;
                }
                _ => function.landings.push(Landing {
                    start: at,
                    end,
                    target,
                    kind,
                }),
            }
        }
        // What a derive writes has no text of its own.
        let place = item.place.filter(|_| !function.is_derived);
        if let Some(text) = place.and_then(|span| self.mono.text(span)) {
            function.places.push((at, text));
        }
        function.code.push(inst);
        function.spans.push(item.span);
    }
}

/// The block that a block only jumps to.
fn forward(blocks: &[Block], from: BlockId) -> BlockId {
    let mut at = from;
    for _ in 0..blocks.len() {
        match blocks[at.index()].items.as_slice() {
            [
                Item {
                    op: Op::Inst(Inst::Jump { to }),
                    ..
                },
            ] if to.0 != at.0 => at = BlockId(to.0),
            _ => return at,
        }
    }
    at
}

fn thread_jumps(blocks: &mut [Block]) {
    let forwards: Vec<BlockId> = (0..blocks.len())
        .map(|index| forward(blocks, BlockId::new(index)))
        .collect();
    for block in blocks {
        for item in &mut block.items {
            if let Some((target, _)) = &mut item.landing {
                *target = forwards[target.index()];
            }
            if let Op::Inst(inst) = &mut item.op {
                each_target(inst, |to| *to = forwards[to.index()].target());
            }
        }
        if !block
            .items
            .iter()
            .any(|item| matches!(&item.op, Op::Inst(inst) if !goes_on(inst)))
        {
            block.items.push(Item {
                op: Op::Inst(Inst::Unreachable),
                span: Default::default(),
                landing: None,
                place: None,
            });
        }
    }
}

/// Reachable blocks, each followed by the one it jumps to where that is still to come; cleanups last.
fn order(blocks: &[Block]) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    let mut cleanups = Vec::new();
    let mut work = vec![BlockId(0)];
    loop {
        let next = work.pop().or_else(|| cleanups.pop());
        let Some(block) = next else {
            return order;
        };
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        order.push(block);
        let items = &blocks[block.index()].items;
        cleanups.extend(
            items
                .iter()
                .rev()
                .filter_map(|item| item.landing.map(|(to, _)| to)),
        );
        work.extend(super::elaborate::successors(items).into_iter().rev());
    }
}

fn patch(function: &mut Function, starts: &[InstId]) {
    for inst in &mut function.code {
        each_target(inst, |to| *to = starts[to.index()]);
    }
    for landing in &mut function.landings {
        landing.target = starts[landing.target.index()];
    }
}
