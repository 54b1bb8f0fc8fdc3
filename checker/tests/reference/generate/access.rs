//! Accesses to cells and plain places, and panics.

use super::super::program::{CELLS, Change, Held, Op, PLACES, Piece};
use super::{Theme, Writer};
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};

const LOADS: [Ordering; 3] = [Relaxed, Acquire, SeqCst];
const STORES: [Ordering; 3] = [Relaxed, Release, SeqCst];
const UPDATES: [Ordering; 5] = [Relaxed, Acquire, Release, AcqRel, SeqCst];
const FENCES: [Ordering; 4] = [Acquire, Release, AcqRel, SeqCst];

impl Writer {
    /// Whether the thread has something to decide that by, and no thread of its own to join before.
    pub fn may_panic(&self) -> bool {
        let joins = !self.children().is_empty();
        self.themes.contains(&Theme::Panics) && self.thread != 0 && !joins && self.registers > 0
    }

    pub fn panic(&mut self, held: Held) -> Piece {
        let (register, value) = self.condition();
        let text = format!("if r[{register}] == {value} {{ panic!(); }}");
        let panic = Op::Panic(held, self.unwinding().len());
        let ops = [Op::Unless(register, value), panic];
        Piece::of(&ops, text)
    }

    /// That a register has a value.
    pub fn condition(&mut self) -> (usize, i32) {
        let register = self.random.below(self.registers);
        (register, self.random.below(3) as i32)
    }

    pub fn fence(&mut self) -> Piece {
        let ordering = self.one_of(&FENCES);
        Piece::one(Op::Fence(ordering), format!("fence({ordering:?});"))
    }

    /// An access to a cell or, often only where something was read, to a plain place.
    pub fn access(&mut self) -> Piece {
        if self.program.is_safe || self.random.chance(60) {
            return self.atomic();
        }
        let place = self.random.below(PLACES);
        let plain = if self.random.chance(60) {
            let value = self.number();
            let text = format!("unsafe {{ *PLACES[{place}].0.get() = {value} }};");
            Piece::one(Op::Write(place, value), text)
        } else {
            let text = format!("reads.push(unsafe {{ *PLACES[{place}].0.get() }});");
            Piece::one(Op::Read(place), text)
        };
        if self.registers == 0 || self.random.chance(40) {
            return plain;
        }
        let (register, value) = self.condition();
        let text = format!("if r[{register}] == {value} {{ {{}} }}");
        plain.within(&[Op::Unless(register, value)], &[], &text)
    }

    fn atomic(&mut self) -> Piece {
        let (cell, value) = (self.random.below(CELLS), self.number());
        match self.random.below(5) {
            0 | 1 => {
                let ordering = self.one_of(&STORES);
                let text = format!("CELLS[{cell}].store({value}, {ordering:?});");
                Piece::one(Op::Store(cell, value, ordering), text)
            }
            2 => {
                let (to, ordering) = (self.register(), self.one_of(&LOADS));
                let text = format!("r[{to}] = CELLS[{cell}].load({ordering:?});");
                Piece::one(Op::Load(cell, to, ordering), text)
            }
            3 => self.update(cell, value),
            _ => {
                let (to, orderings) = (
                    self.register(),
                    [self.one_of(&UPDATES), self.one_of(&LOADS)],
                );
                let values = [self.random.below(2) as i32, value];
                let ([expected, new], [success, failure]) = (values, orderings);
                let text = format!(
                    "r[{to}] = CELLS[{cell}].compare_exchange({expected}, {new}, {success:?}, {failure:?})\
                     .unwrap_or_else(|found| found);"
                );
                Piece::one(Op::CompareExchange(cell, values, to, orderings), text)
            }
        }
    }

    /// A change of a cell, after which nobody may ask what was there.
    fn update(&mut self, cell: usize, value: i32) -> Piece {
        let ordering = self.one_of(&UPDATES);
        let (name, change) = match self.random.below(6) {
            0..3 => ("add", Change::Add(value)),
            3 => ("or", Change::Or(value)),
            4 => ("max", Change::Max(value)),
            _ => ("swap", Change::Swap(value)),
        };
        let method = if name == "swap" {
            "swap"
        } else {
            &format!("fetch_{name}")
        };
        let call = format!("CELLS[{cell}].{method}({value}, {ordering:?});");
        let to = self.random.chance(50).then(|| self.register());
        let text = to.map_or(call.clone(), |to| format!("r[{to}] = {call}"));
        Piece::one(Op::Update(cell, change, to, ordering), text)
    }

    /// An addition by a load and an exchange, which is tried until nobody comes in between.
    pub fn sum(&mut self) -> Piece {
        let (cell, value, to) = (self.random.below(CELLS), self.number(), self.register());
        let orderings = [self.one_of(&UPDATES), self.one_of(&LOADS)];
        let [success, failure] = orderings;
        let (loads_again, load) = (self.random.chance(50), self.one_of(&LOADS));
        let load_text = format!("CELLS[{cell}].load({load:?})");
        let exchange = format!(
            "CELLS[{cell}].compare_exchange(found, found + {value}, {success:?}, {failure:?})"
        );
        // `fetch_update` loads with the ordering of a failure.
        let by_itself = !loads_again && load == failure && self.random.chance(50);
        let text = if by_itself {
            format!(
                "r[{to}] = CELLS[{cell}].fetch_update({success:?}, {failure:?}, |found| Some(found + {value})).unwrap();"
            )
        } else if loads_again {
            format!(
                "r[{to}] = loop {{ let found = {load_text}; if {exchange}.is_ok() {{ break found; }} }};"
            )
        } else {
            format!(
                "let mut found = {load_text}; while let Err(now) = {exchange} {{ found = now; }} r[{to}] = found;"
            )
        };
        let back = usize::from(loads_again);
        let ops = [
            Op::Load(cell, to, load),
            Op::ExchangeSum(cell, value, to, orderings, back),
        ];
        Piece::of(&ops, text)
    }

    /// An access where something is held, before which the thread may panic.
    pub fn inside(&mut self, held: Held) -> Piece {
        let access = self.access_inside(held);
        if !self.may_panic() || self.random.chance(50) {
            return access;
        }
        let Piece { ops, text } = self.panic(held);
        access.within(&ops, &[], &format!("{text} {{}}"))
    }

    /// An access, often to what is guarded; the guard's name is `guard`.
    pub fn access_inside(&mut self, held: Held) -> Piece {
        let Held::Mutex(mutex) = held else {
            return self.access();
        };
        let value = self.number();
        match self.random.below(5) {
            0 => Piece::one(Op::Put(mutex, value), format!("*guard = {value};")),
            1 => Piece::one(Op::Count(mutex, value), format!("*guard += {value};")),
            2 => {
                let to = self.register();
                Piece::one(Op::Look(mutex, to), format!("r[{to}] = *guard;"))
            }
            _ => self.access(),
        }
    }
}
