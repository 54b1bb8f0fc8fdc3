//! A function's code with what stands beside each instruction, to be rewritten.

use vscheck_ir::{Function, Inst, InstId, Landing, LandingKind, Span};

/// An instruction with what stands beside it.
#[derive(Clone, Debug)]
pub struct Item {
    /// What.
    pub inst: Inst,
    /// Where from.
    pub span: Span,
    /// Where a panic inside goes on.
    pub landing: Option<(InstId, LandingKind)>,
    /// The receiver's source.
    pub place: Option<String>,
}

impl Item {
    /// A copy of one of a function's instructions that neither panics nor has a receiver.
    pub fn of(function: &Function, at: InstId) -> Item {
        Item {
            inst: function.code[at.index()].clone(),
            span: function.spans[at.index()],
            landing: None,
            place: None,
        }
    }
}

/// A function taken apart.
pub struct Flat {
    /// The rest of the function.
    pub shell: Function,
    /// Its code.
    pub items: Vec<Item>,
}

impl Flat {
    /// Takes a function apart.
    pub fn of(mut function: Function) -> Flat {
        let code = std::mem::take(&mut function.code);
        let spans = std::mem::take(&mut function.spans);
        let landings = std::mem::take(&mut function.landings);
        let mut items: Vec<Item> = code
            .into_iter()
            .zip(spans)
            .map(|(inst, span)| Item {
                inst,
                span,
                landing: None,
                place: None,
            })
            .collect();
        for landing in landings {
            for item in &mut items[landing.start.index()..landing.end.index()] {
                item.landing = Some((landing.target, landing.kind));
            }
        }
        for (at, text) in std::mem::take(&mut function.places) {
            items[at.index()].place = Some(text);
        }
        Flat {
            shell: function,
            items,
        }
    }

    /// Puts it together again.
    pub fn function(self) -> Function {
        let mut function = self.shell;
        function.code.reserve_exact(self.items.len());
        function.spans.reserve_exact(self.items.len());
        for (index, item) in self.items.into_iter().enumerate() {
            let at = InstId::new(index);
            if let Some((target, kind)) = item.landing {
                add_landing(&mut function.landings, at, target, kind);
            }
            if let Some(text) = item.place {
                function.places.push((at, text));
            }
            function.code.push(item.inst);
            function.spans.push(item.span);
        }
        function
    }

    /// Keeps some instructions; targets move to the next one kept.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut moved = Vec::with_capacity(keep.len() + 1);
        moved.push(InstId(0));
        let mut kept = 0;
        let mut keeps = keep.iter().copied();
        self.items.retain(|_| {
            let keeps = keeps.next().unwrap_or(true);
            kept += u32::from(keeps);
            moved.push(InstId(kept));
            keeps
        });
        self.retarget(&moved);
    }

    /// Lets other instructions follow some; jumps make way for them.
    pub fn insert_behind(&mut self, others: Vec<Option<Vec<Item>>>) {
        let mut moved = Vec::with_capacity(others.len() + 1);
        let mut items = Vec::with_capacity(self.items.len());
        for (item, others) in std::mem::take(&mut self.items).into_iter().zip(others) {
            moved.push(InstId::new(items.len()));
            if others.is_none() || !matches!(item.inst, Inst::Jump { .. }) {
                items.push(item);
            }
            items.extend(others.into_iter().flatten());
        }
        moved.push(InstId::new(items.len()));
        self.items = items;
        self.retarget(&moved);
    }

    /// Lets all targets be where they were moved to.
    fn retarget(&mut self, moved: &[InstId]) {
        for item in &mut self.items {
            crate::lower::code::each_target(&mut item.inst, |to| *to = moved[to.index()]);
            if let Some((target, _)) = &mut item.landing {
                *target = moved[target.index()];
            }
        }
    }
}

fn add_landing(landings: &mut Vec<Landing>, at: InstId, target: InstId, kind: LandingKind) {
    let end = InstId(at.0 + 1);
    match landings.last_mut() {
        Some(last) if last.target == target && last.kind == kind && last.end == at => {
            last.end = end;
        }
        _ => landings.push(Landing {
            start: at,
            end,
            target,
            kind,
        }),
    }
}
