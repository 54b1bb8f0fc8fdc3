//! Critical sections, and waiting for them.

use super::super::program::{Held, MUTEXES, Op, Piece};
use super::{Theme, Writer};

impl Writer {
    /// An access while a lock is held, or in a call that is made once.
    pub fn section(&mut self, theme: Theme) -> Piece {
        match theme {
            Theme::ReadWriteLock => self.read_write_section(),
            Theme::Once => {
                let inside = self.access();
                let begin = Op::BeginOnce(inside.ops.len() + 1);
                inside.within(&[begin], &[Op::EndOnce], "ONCE.call_once(|| { {} });")
            }
            Theme::Attempts => {
                let mutex = self.random.below(MUTEXES);
                let inside = self.inside(Held::Mutex(mutex));
                let attempt = Op::TryLock(mutex, inside.ops.len() + 1);
                let text = format!(
                    "if let Some(mut guard) = attempt(NUMBERS[{mutex}].try_lock()) {{ {{}} }}"
                );
                inside.within(&[attempt], &[Op::Unlock(mutex)], &text)
            }
            _ if self.themes.contains(&Theme::Panics) && self.random.chance(60) => {
                let (mutex, to) = (self.random.below(MUTEXES), self.register());
                let inside = self.inside(Held::Mutex(mutex));
                let text = format!(
                    "{{ let guard = NUMBERS[{mutex}].lock(); r[{to}] = guard.is_err() as i32; \
                     let mut guard = guard.unwrap_or_else(PoisonError::into_inner); {{}} }}"
                );
                let begin = [Op::Lock(mutex), Op::Poison(mutex, to)];
                inside.within(&begin, &[Op::Unlock(mutex)], &text)
            }
            _ => {
                let mutex = self.random.below(MUTEXES);
                let inside = self.inside(Held::Mutex(mutex));
                locked(mutex, inside)
            }
        }
    }

    /// A section in another one, which is rarely of the same mutex.
    pub fn nested_sections(&mut self) -> Piece {
        let outer = self.random.below(MUTEXES);
        let inner = if self.random.chance(5) {
            outer
        } else {
            1 - outer
        };
        let first = self.access_inside(Held::Mutex(outer));
        let second = self.access_inside(Held::Mutex(inner));
        let Piece { ops, text } = locked(inner, second);
        locked(outer, first.within(&[], &ops, &format!("{{}} {text}")))
    }

    /// A section of the read-write lock, perhaps with another one in it.
    fn read_write_section(&mut self) -> Piece {
        if self.random.chance(15) {
            let inside = self.access();
            let inside = self.read_write_section_around(inside);
            return self.read_write_section_around(inside);
        }
        let reads = self.random.chance(50);
        let held = if reads { Held::Shared } else { Held::Exclusive };
        let inside = self.inside(held);
        self.read_write_section_of(reads, inside)
    }

    fn read_write_section_around(&mut self, inside: Piece) -> Piece {
        let reads = self.random.chance(80);
        self.read_write_section_of(reads, inside)
    }

    fn read_write_section_of(&mut self, reads: bool, inside: Piece) -> Piece {
        let tries = self.random.chance(40);
        let length = inside.ops.len() + 1;
        let (begin, text) = match (reads, tries) {
            (true, true) => (
                Op::TryLockShared(length),
                "if let Some(_guard) = attempt(SHARED.try_read()) { {} }",
            ),
            (true, false) => (Op::LockShared, "{ let _guard = shared(); {} }"),
            (false, true) => (
                Op::TryLockExclusive(length),
                "if let Some(_guard) = attempt(SHARED.try_write()) { {} }",
            ),
            (false, false) => (Op::LockExclusive, "{ let _guard = exclusive(); {} }"),
        };
        let end = if reads {
            Op::UnlockShared
        } else {
            Op::UnlockExclusive
        };
        inside.within(&[begin], &[end], text)
    }

    pub fn wait_or_notify(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = match self.random.chance(50) {
                true => {
                    "{ let mut count = lock(0); while *count == 0 { \
                     count = CHANGED.wait(count).unwrap_or_else(PoisonError::into_inner); } *count -= 1; }"
                }
                false => {
                    "{ let count = CHANGED.wait_while(lock(0), |count| *count == 0); \
                     *count.unwrap_or_else(PoisonError::into_inner) -= 1; }"
                }
            };
            let ops = [Op::Lock(0), Op::AwaitCount, Op::Count(0, -1), Op::Unlock(0)];
            return Piece::of(&ops, text.into());
        }
        let all = self.random.chance(50);
        let name = if all { "notify_all" } else { "notify_one" };
        let notify = Op::Notify { all };
        if self.random.chance(50) {
            let text = format!("{{ let mut count = lock(0); *count += 1; CHANGED.{name}(); }}");
            let ops = [Op::Lock(0), Op::Count(0, 1), notify, Op::Unlock(0)];
            return Piece::of(&ops, text);
        }
        let text = format!("*lock(0) += 1; CHANGED.{name}();");
        let ops = [Op::Lock(0), Op::Count(0, 1), Op::Unlock(0), notify];
        Piece::of(&ops, text)
    }

    pub fn timed_wait(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = "CHANGED.notify_one();".to_string();
            return Piece::one(Op::Notify { all: false }, text);
        }
        let to = self.register();
        let text = format!(
            "{{ let count = lock(0); let waited = CHANGED.wait_timeout(count, Duration::from_millis(5)); \
             r[{to}] = waited.unwrap_or_else(PoisonError::into_inner).1.timed_out() as i32; }}"
        );
        let ops = [Op::Lock(0), Op::WaitTimeout(to), Op::Lock(0), Op::Unlock(0)];
        Piece::of(&ops, text)
    }
}

/// This while a mutex is held; the guard's name is `guard`.
fn locked(mutex: usize, inside: Piece) -> Piece {
    let text = format!("{{ let mut guard = lock({mutex}); {{}} }}");
    inside.within(&[Op::Lock(mutex)], &[Op::Unlock(mutex)], &text)
}
