//! Compare-exchanges that rely on a load of the same thread: `loop { let v = c.load(..); if
//! c.compare_exchange(v, f(v), ..).is_ok() { break } }`.
//!
//! Where nothing but the thread's own computing stands between the two, a load whose exchange succeeds may as
//! well come right before it, whatever others do in between (Lipton 1975): the cell has the value again
//! that was read. And one whose exchange fails may be left out, if the thread then stands where it stood before the
//! load, or where another load would have led it, and has nothing else left of the round. So the two are one
//! step in which the exchange succeeds ([`MachineOptions::exchanges_at_once`]), in a program whose plain
//! accesses cannot race. Where the exchange only adds, such steps commute, as other additions do.
//!
//! [`MachineOptions::exchanges_at_once`]: crate::MachineOptions::exchanges_at_once

use crate::machine::Machine;
use crate::operation::Operation;
use crate::sync;
use crate::thread::{Pending, Phase};
use crate::value::is_signed;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_ir::flow::{Successors, defines, goes_on, successors, uses};
use vscheck_ir::live::live_before;
use vscheck_ir::{
    Action, AtomicType, BinOp, Callee, FuncId, Function, Inst, InstId, Operand, Overflow, Program,
    Reg, ScalarType, Site, UnOp,
};

/// The compare-exchanges of a program that may be one step with a load.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    /// By the load and the exchange.
    pairs: FxHashSet<(Site, Site)>,
    /// The loads of pairs, and whether all that can come of one is an addition, or a panic.
    loads: FxHashMap<Site, bool>,
    /// The exchanges of pairs that only add.
    additions: FxHashSet<Site>,
}

impl Exchanges {
    pub(crate) fn new(program: &Program) -> Exchanges {
        let functions = (0..program.functions.len()).map(FuncId::new);
        let found: Vec<Pair> = functions.flat_map(|func| pairs_in(program, func)).collect();
        let wraps = wrapping_types(program, &found);
        let mut exchanges = Exchanges::default();
        for pair in &found {
            // Where others may wrap round, it depends on the order whether this one would overflow.
            let adds = pair.sum.is_some_and(|sum| match sum.overflow {
                Overflow::Wrap => true,
                Overflow::Panic => !wraps.contains(&sum.ty),
            });
            exchanges.pairs.insert((pair.load, pair.exchange));
            let only_adds = exchanges.loads.entry(pair.load).or_insert(adds);
            *only_adds &= adds;
            if adds {
                exchanges.additions.insert(pair.exchange);
            }
        }
        exchanges
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// A load and the compare-exchange that relies on it.
struct Pair {
    load: Site,
    exchange: Site,
    /// If all that it does is to add.
    sum: Option<Sum>,
}

/// How a number is added to that was loaded.
#[derive(Clone, Copy)]
struct Sum {
    ty: AtomicType,
    overflow: Overflow,
}

/// The types of atomic cells that something is added to, or taken from, that may wrap round.
fn wrapping_types(program: &Program, pairs: &[Pair]) -> FxHashSet<AtomicType> {
    let code = program.functions.iter().flat_map(|f| &f.code);
    let changed = code.filter_map(|inst| match inst {
        Inst::Sync {
            action: action @ Action::AtomicRmw(_, ty),
            ..
        } if sync::adds(*action) => Some(*ty),
        _ => None,
    });
    let sums = pairs.iter().filter_map(|pair| pair.sum);
    let wrapping = sums.filter(|sum| sum.overflow == Overflow::Wrap);
    changed.chain(wrapping.map(|sum| sum.ty)).collect()
}

/// The pairs of a function.
fn pairs_in(program: &Program, func: FuncId) -> Vec<Pair> {
    let function = program.function(func);
    let code = &function.code;
    let places = |wanted: fn(&Action) -> bool| -> Vec<usize> {
        let is_wanted = |inst: &Inst| matches!(inst, Inst::Sync { action, visible: true, .. } if wanted(action));
        (0..code.len()).filter(|&at| is_wanted(&code[at])).collect()
    };
    let exchanges = places(|action| matches!(action, Action::AtomicCas { .. }));
    if exchanges.is_empty() {
        return Vec::new();
    }
    let loads = places(|action| matches!(action, Action::AtomicLoad(_)));
    if loads.is_empty() {
        return Vec::new();
    }
    let body = Body::new(program, function);
    let site = |index| Site {
        func,
        inst: InstId::new(index),
    };
    let mut found = Vec::new();
    for &exchange in &exchanges {
        for &load in &loads {
            if let Some(round) = Round::new(&body, load, exchange)
                && round.leaves_nothing()
            {
                found.push(Pair {
                    load: site(load),
                    exchange: site(exchange),
                    sum: round.sum(),
                });
            }
        }
    }
    found
}

/// A function in which loads and compare-exchanges are looked at.
struct Body<'a> {
    program: &'a Program,
    function: &'a Function,
    successors: Vec<Successors>,
    live_before: Vec<FixedBitSet>,
}

impl<'a> Body<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Body<'a> {
        let places = 0..function.code.len();
        let successors: Vec<Successors> = places.map(|at| successors(function, at)).collect();
        Body {
            program,
            function,
            live_before: live_before(program, function, &successors),
            successors,
        }
    }

    fn code(&self) -> &'a [Inst] {
        &self.function.code
    }

    /// The registers that instructions write.
    fn written_by(&self, places: &FixedBitSet) -> FixedBitSet {
        let mut written = FixedBitSet::with_capacity(self.function.registers.len());
        for at in places.ones() {
            self.note_written(at, &mut written);
        }
        written
    }

    fn note_written(&self, at: usize, written: &mut FixedBitSet) {
        let (first, cells) = defines(self.program, &self.code()[at]);
        written.insert_range(first as usize..(first + cells) as usize);
    }

    /// Whether a way through the function leads to an instruction that avoids another one.
    fn avoids(&self, avoided: usize, wanted: usize) -> bool {
        let mut reached = FixedBitSet::with_capacity(self.code().len());
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            if at as usize != avoided && !reached.put(at as usize) {
                work.extend_from_slice(&self.successors[at as usize]);
            }
        }
        reached.contains(wanted)
    }
}

/// From a load to a compare-exchange, and back where that fails.
struct Round<'a> {
    body: &'a Body<'a>,
    load: usize,
    exchange: usize,
    /// The registers for what the exchange found, and whether it succeeded.
    found: Reg,
    flag: Reg,
    /// The instructions on a way from the load to the exchange, both included.
    region: FixedBitSet,
    /// Registers that they write.
    written: FixedBitSet,
}

/// What is known of a register after the exchange has failed, or after the load.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The cell's value.
    Value,
    Constant(u64),
}

/// What is known of registers.
type Knowledge = FxHashMap<Reg, Known>;

/// A place, and what is known there.
type State = (usize, Knowledge);

/// Most instructions that are walked over, all ways together.
const MOST_WALKED: usize = 256;

impl<'a> Round<'a> {
    /// If the exchange can be the next operation after the load, of one cell and without any effect in between.
    fn new(body: &'a Body<'a>, load: usize, exchange: usize) -> Option<Round<'a>> {
        let (
            Inst::Sync {
                action: Action::AtomicLoad(loaded),
                ..
            },
            Inst::Sync {
                action: Action::AtomicCas { ty, .. },
                dst: found,
                ..
            },
        ) = (&body.code()[load], &body.code()[exchange])
        else {
            return None;
        };
        if loaded != ty || ty.cells() != 1 {
            return None;
        }
        if body.avoids(load, exchange) {
            return None;
        }
        let region = region(body, load, exchange)?;
        Some(Round {
            body,
            load,
            exchange,
            found: *found,
            flag: Reg(found.0 + 1),
            written: body.written_by(&region),
            region,
        })
    }

    /// Whether a round in which the exchange fails leads back to where the thread came by before, and leaves nothing
    /// there that a load would not.
    fn leaves_nothing(&self) -> bool {
        let approach = self.approach();
        let failed = [(self.found, Known::Value), (self.flag, Known::Constant(0))];
        let start = (self.exchange + 1, FxHashMap::from_iter(failed));
        let comes_by = |at: usize| self.region.contains(at) || approach.contains_key(&at);
        let mut written = self.written.clone();
        let Some(arrivals) = self.walk(start, comes_by, Some(&mut written)) else {
            return false;
        };
        let is_clean = |(place, known): &State| {
            let live = &self.body.live_before[*place];
            if let Some(to_load) = approach.get(place) {
                return live.is_disjoint(&written) && live.is_disjoint(to_load);
            }
            let Some(mut loaded) = self.after_load(*place) else {
                return false;
            };
            loaded.push(known.clone());
            let has_value = |known: &Knowledge, register: usize| {
                known.get(&Reg(register as u32)) == Some(&Known::Value)
            };
            let mut left = live.intersection(&written);
            left.all(|register| loaded.iter().all(|known| has_value(known, register)))
        };
        !arrivals.is_empty() && arrivals.iter().all(is_clean)
    }

    /// The places that every way to the load comes by, without another operation or any effect from there on, and
    /// the registers that are written on the way.
    fn approach(&self) -> FxHashMap<usize, FixedBitSet> {
        let nothing = FixedBitSet::with_capacity(self.body.function.registers.len());
        let mut found = FxHashMap::from_iter([(self.load, nothing)]);
        for place in 0..self.body.code().len() {
            if self.body.avoids(place, self.load) {
                continue;
            }
            if let Some(between) = region(self.body, place, self.load)
                && may_stand_between(self.body.program, &self.body.code()[place])
            {
                found.insert(place, self.body.written_by(&between));
            }
        }
        found
    }

    /// What is known at a place of the region after the load, on each way to it.
    fn after_load(&self, place: usize) -> Option<Vec<Knowledge>> {
        let Inst::Sync { dst, .. } = &self.body.code()[self.load] else {
            return None;
        };
        let start = FxHashMap::from_iter([(*dst, Known::Value)]);
        let leaves = |at: usize| at == place || at == self.exchange || !self.region.contains(at);
        let ends = self.walk((self.load + 1, start), leaves, None)?;
        let arrivals = ends.into_iter().filter(|(at, _)| *at == place);
        Some(arrivals.map(|(_, known)| known).collect())
    }

    /// Follows all ways from a place until each stops, and gives where, and what is known there; `None` if one
    /// does anything but compute, or goes on for too long. Of a way behind the exchange, what it writes.
    fn walk(
        &self,
        start: State,
        stops: impl Fn(usize) -> bool,
        mut written: Option<&mut FixedBitSet>,
    ) -> Option<Vec<State>> {
        let mut stopped = Vec::new();
        let mut ways = vec![start];
        let mut walked = 0;
        while let Some((at, mut known)) = ways.pop() {
            if stops(at) {
                stopped.push((at, known));
                continue;
            }
            walked += 1;
            let inst = self.body.code().get(at)?;
            let behind_exchange = written.is_some();
            let may_go = match behind_exchange {
                true => may_follow(self.body.program, inst),
                false => may_stand_between(self.body.program, inst),
            };
            if walked > MOST_WALKED || !may_go {
                return None;
            }
            if let Some(written) = &mut written {
                self.body.note_written(at, written);
            }
            let next = decided(inst, &known);
            note_known(self.body.program, inst, &mut known);
            match next {
                Some(to) => ways.push((to, known)),
                None => {
                    let after = self.body.successors[at].iter();
                    ways.extend(after.map(|&to| (to as usize, known.clone())));
                }
            }
        }
        Some(stopped)
    }

    /// If the exchange does nothing but add to what was loaded, and nobody looks at either: how.
    fn sum(&self) -> Option<Sum> {
        let code = self.body.code();
        let between = self.load + 1..self.exchange;
        let is_straight = self.region.count_ones(..) == self.exchange.checked_sub(self.load)? + 1
            && code[between.clone()].iter().all(goes_on);
        if !is_straight {
            return None;
        }
        let Inst::Sync {
            action: Action::AtomicCas { ty, .. },
            args,
            ..
        } = &code[self.exchange]
        else {
            return None;
        };
        let (Operand::Reg(expected), Operand::Reg(new)) = (args[1], args[2]) else {
            return None;
        };
        let carriers = self.carriers(expected)?;
        let at = between
            .into_iter()
            .find(|&at| defines(self.body.program, &code[at]) == (new.0, 1))?;
        let Inst::Binary {
            op: BinOp::Add,
            ty: scalar,
            overflow,
            lhs,
            rhs,
            ..
        } = code[at]
        else {
            return None;
        };
        let carries =
            |operand: Operand| matches!(operand, Operand::Reg(reg) if carriers.contains(&reg));
        let addend = match (carries(lhs), carries(rhs)) {
            (true, false) => rhs,
            (false, true) => lhs,
            _ => return None,
        };
        let is_fixed = match addend {
            Operand::Reg(reg) => !self.written.contains(reg.index()) && !is_signed(scalar),
            Operand::Const(value) => !is_signed(scalar) || value as i64 >= 0,
        };
        let allowed = |user: usize, reg: Reg| match &code[user] {
            Inst::Copy {
                src: Operand::Reg(src),
                cells: 1,
                dst,
            } => *src == reg && carriers.contains(dst),
            Inst::Sync { args, .. } if user == self.exchange => {
                let others = args.iter().enumerate().filter(|(index, _)| *index != 1);
                others
                    .map(|(_, arg)| *arg)
                    .all(|arg| arg != Operand::Reg(reg))
            }
            _ => user == at,
        };
        let nobody_looks = carriers
            .iter()
            .all(|&reg| self.users(reg).all(|user| allowed(user, reg)));
        let stored_only = self.users(new).all(|user| user == self.exchange)
            && self.writers(new).all(|writer| writer == at);
        let one_cell = self.is_same(self.address(self.load), self.address(self.exchange), 0);
        let is_sum = is_fixed && nobody_looks && stored_only && one_cell && ty.cells() == 1;
        is_sum.then_some(Sum { ty: *ty, overflow })
    }

    /// The registers that hold what was loaded, or what the exchange found, and nothing else, this one among
    /// them.
    fn carriers(&self, expected: Reg) -> Option<FxHashSet<Reg>> {
        let Inst::Sync { dst: loaded, .. } = self.body.code()[self.load] else {
            return None;
        };
        let mut carriers = FxHashSet::from_iter([expected, loaded, self.found]);
        let mut work: Vec<Reg> = carriers.iter().copied().collect();
        while let Some(reg) = work.pop() {
            for writer in self.writers(reg) {
                let from = match self.body.code()[writer] {
                    Inst::Copy {
                        dst,
                        src: Operand::Reg(src),
                        cells: 1,
                    } if dst == reg => src,
                    _ if writer == self.load || writer == self.exchange => continue,
                    _ => return None,
                };
                if carriers.insert(from) {
                    work.push(from);
                }
            }
        }
        Some(carriers)
    }

    fn address(&self, sync: usize) -> Operand {
        let Inst::Sync { args, .. } = &self.body.code()[sync] else {
            unreachable!("an atomic operation");
        };
        args[0]
    }

    /// Whether two operands of the region are the same, as far as it is plain.
    fn is_same(&self, one: Operand, other: Operand, depth: usize) -> bool {
        let (Operand::Reg(a), Operand::Reg(b)) = (one, other) else {
            return one == other;
        };
        if a == b && !self.written.contains(a.index()) {
            return true;
        }
        let (Some(a), Some(b)) = (self.only_writer(a), self.only_writer(b)) else {
            return false;
        };
        let code = self.body.code();
        let is_same = |one, other| depth < 8 && self.is_same(one, other, depth + 1);
        match (&code[a], &code[b]) {
            (Inst::StaticAddr { global: a, .. }, Inst::StaticAddr { global: b, .. }) => a == b,
            (
                Inst::Load {
                    ptr: a,
                    offset: from_a,
                    cells: 1,
                    ..
                },
                Inst::Load {
                    ptr: b,
                    offset: from_b,
                    cells: 1,
                    ..
                },
            ) => from_a == from_b && is_same(*a, *b),
            (a, b) => match (a.constant_offset(), b.constant_offset()) {
                (Some((_, a, by_a)), Some((_, b, by_b))) => by_a == by_b && is_same(a, b),
                _ => false,
            },
        }
    }

    fn only_writer(&self, reg: Reg) -> Option<usize> {
        let mut writers = self.writers(reg);
        let is_parameter = reg.0 < self.body.function.params;
        let first = writers.next()?;
        (writers.next().is_none() && !is_parameter).then_some(first)
    }

    fn writers(&self, reg: Reg) -> impl Iterator<Item = usize> {
        let code = self.body.code().iter().enumerate();
        code.filter(move |(_, inst)| holds(defines(self.body.program, inst), reg))
            .map(|(at, _)| at)
    }

    fn users(&self, reg: Reg) -> impl Iterator<Item = usize> {
        let code = self.body.code().iter().enumerate();
        code.filter(move |(_, inst)| {
            let mut ranges = uses(self.body.function, inst).into_iter();
            ranges.any(|range| holds(range, reg))
        })
        .map(|(at, _)| at)
    }
}

fn holds((first, cells): (u32, u32), reg: Reg) -> bool {
    (first..first + cells).contains(&reg.0)
}

/// The instructions on a way from one to another without another operation in between, both included, if those
/// between them only compute.
fn region(body: &Body, from: usize, to: usize) -> Option<FixedBitSet> {
    let code = body.code();
    let mut reached = FixedBitSet::with_capacity(code.len());
    let mut work = body.successors[from].clone();
    while let Some(at) = work.pop() {
        let ends = matches!(code[at as usize], Inst::Sync { .. });
        if !reached.put(at as usize) && !ends {
            work.extend_from_slice(&body.successors[at as usize]);
        }
    }
    if !reached.contains(to) {
        return None;
    }
    let mut region = FixedBitSet::with_capacity(code.len());
    region.insert(to);
    loop {
        let before = region.count_ones(..);
        for at in reached
            .ones()
            .filter(|&at| !matches!(code[at], Inst::Sync { .. }))
        {
            if body.successors[at]
                .iter()
                .any(|&next| region.contains(next as usize))
            {
                region.insert(at);
            }
        }
        if region.count_ones(..) == before {
            break;
        }
    }
    let mut between = region.ones().filter(|&at| at != to);
    let computes = between.all(|at| may_stand_between(body.program, &code[at]));
    region.insert(from);
    computes.then_some(region)
}

/// Where a branch goes, if what it goes by is known.
fn decided(inst: &Inst, known: &Knowledge) -> Option<usize> {
    let value = |operand: Operand| match operand {
        Operand::Const(value) => Some(value),
        Operand::Reg(reg) => match known.get(&reg) {
            Some(Known::Constant(value)) => Some(*value),
            _ => None,
        },
    };
    let to = match inst {
        Inst::Branch {
            cond,
            then_to,
            else_to,
        } => match value(*cond)? {
            0 => else_to,
            _ => then_to,
        },
        Inst::Switch {
            value: of,
            cases,
            default,
        } => {
            let value = value(*of)?;
            let case = cases.iter().find(|(case, _)| *case == value);
            case.map_or(default, |(_, to)| to)
        }
        _ => return None,
    };
    Some(to.index())
}

/// What is known after an instruction.
fn note_known(program: &Program, inst: &Inst, known: &mut Knowledge) {
    let (first, cells) = defines(program, inst);
    let given: Vec<Option<Known>> = match *inst {
        Inst::Copy { src, cells, .. } => (0..cells)
            .map(|cell| match src {
                Operand::Const(value) => Some(Known::Constant(value)),
                Operand::Reg(src) => known.get(&Reg(src.0 + cell)).copied(),
            })
            .collect(),
        Inst::Zero { .. } => vec![Some(Known::Constant(0)); cells as usize],
        Inst::Unary {
            op: UnOp::Not,
            ty: ScalarType::Bool,
            src: Operand::Reg(src),
            ..
        } => vec![match known.get(&src) {
            Some(Known::Constant(value)) => Some(Known::Constant(u64::from(*value == 0))),
            _ => None,
        }],
        Inst::Binary {
            op: op @ (BinOp::Eq | BinOp::Ne),
            lhs: Operand::Reg(lhs),
            rhs: Operand::Const(rhs),
            ..
        } => vec![match known.get(&lhs) {
            Some(Known::Constant(lhs)) => {
                let holds = (*lhs == rhs) == (op == BinOp::Eq);
                Some(Known::Constant(u64::from(holds)))
            }
            _ => None,
        }],
        _ => vec![None; cells as usize],
    };
    for (register, given) in (first..first + cells).map(Reg).zip(given) {
        match given {
            Some(value) => known.insert(register, value),
            None => known.remove(&register),
        };
    }
}

/// Whether an instruction does nothing but compute registers from registers, or go elsewhere.
fn computes(program: &Program, inst: &Inst) -> bool {
    match inst {
        Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Unary { .. }
        | Inst::Cast { .. }
        | Inst::SlotAddr { .. }
        | Inst::Offset { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. } => true,
        Inst::Binary { op, overflow, .. } => {
            *overflow == Overflow::Wrap && !matches!(op, BinOp::Div | BinOp::Rem)
        }
        Inst::StaticAddr { global, .. } => !program.statics[global.index()].thread_local,
        _ => false,
    }
}

/// Whether an instruction after an exchange that has failed leaves nothing but registers, and cannot panic.
fn may_follow(program: &Program, inst: &Inst) -> bool {
    match inst {
        Inst::Load { .. } => true,
        Inst::Sync { action, .. } => *action == Action::Yield,
        _ => computes(program, inst),
    }
}

/// Whether an instruction between a load and an exchange leaves nothing but registers. One that panics leads
/// elsewhere.
fn may_stand_between(program: &Program, inst: &Inst) -> bool {
    match inst {
        Inst::Binary { .. } | Inst::CheckBounds { .. } | Inst::Load { .. } => true,
        Inst::Call {
            callee: Callee::Function(callee),
            ..
        } => {
            let code = &program.function(*callee).code;
            let mut plain = code.iter();
            plain.all(|inst| {
                let is_end = matches!(inst, Inst::Return { .. } | Inst::Resume | Inst::Unreachable);
                let calls = matches!(inst, Inst::Call { .. });
                is_end || !calls && may_stand_between(program, inst)
            })
        }
        _ => computes(program, inst),
    }
}

impl Machine {
    /// Whether the thread that has just executed a load stands before the exchange that relies on it, which is to be
    /// executed at once ([`MachineOptions::exchanges_at_once`]).
    ///
    /// [`MachineOptions::exchanges_at_once`]: crate::MachineOptions::exchanges_at_once
    pub fn is_amid_exchange(&mut self, executed: &Operation) -> bool {
        if !self.options.exchanges_at_once || self.end.is_some() {
            return false;
        }
        let exchanges = self.code.exchanges();
        let Some(&only_adds) = exchanges.loads.get(&executed.site) else {
            return false;
        };
        let pending = self.pending[executed.thread.index()].as_deref();
        let relies = |pending: &&Pending| {
            exchanges
                .pairs
                .contains(&(executed.site, pending.operation.site))
                && pending.phase == Phase::Start
                && pending.viewed.is_none()
                && pending.operation.named == executed.named
                && sync::would_exchange(self, pending)
        };
        let is_amid = pending.filter(relies).is_some();
        // An addition that overflows in some orders does so in all, yet at another thread's.
        self.may_overflow_elsewhere |= only_adds && !is_amid;
        is_amid
    }

    /// Whether an operation is a load that an exchange may follow in the same step, or the exchange: then whether
    /// it only adds.
    pub(crate) fn exchanges(&self, pending: &Pending) -> Option<bool> {
        if !self.options.exchanges_at_once || pending.viewed.is_some() {
            return None;
        }
        let exchanges = self.code.exchanges();
        let site = pending.operation.site;
        let of_load = exchanges.loads.get(&site).copied();
        let only_adds = of_load.or_else(|| exchanges.additions.contains(&site).then_some(true))?;
        Some(only_adds && self.options.additions_commute)
    }
}
