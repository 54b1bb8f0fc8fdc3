//@ no-bug
//@ source: virtual machines in a ring of channels, as in Advent of Code

use std::convert::TryInto;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;
#[derive(Debug, Clone)]
struct Vm {
    mem: Vec<i64>,
    ip: usize,
}
#[derive(Clone, Copy)]
enum Mode {
    Pos,
    Imm,
}
impl Vm {
    fn load(src: &str) -> Result<Vm, <i64 as std::str::FromStr>::Err> {
        Ok(Vm {
            mem: src
                .split(',')
                .map(|s| s.trim().parse())
                .collect::<Result<_, _>>()?,
            ip: 0,
        })
    }
    fn modes(op: i64) -> impl Iterator<Item = Mode> {
        let mut m = op / 100;
        std::iter::from_fn(move || {
            let d = m % 10;
            m /= 10;
            Some(if d == 1 { Mode::Imm } else { Mode::Pos })
        })
    }
    fn args<const N: usize>(&self, op: i64) -> [i64; N] {
        let v: Vec<i64> = Self::modes(op)
            .take(N)
            .enumerate()
            .map(|(i, m)| {
                let raw = self.mem[self.ip + 1 + i];
                match m {
                    Mode::Imm => raw,
                    Mode::Pos => self.mem.get(raw as usize).copied().unwrap_or_default(),
                }
            })
            .collect();
        v.try_into().unwrap()
    }
    fn run(mut self, input: Receiver<i64>, output: Sender<i64>) -> Option<i64> {
        let mut last = None;
        loop {
            let op = self.mem[self.ip];
            match op % 100 {
                k @ (1 | 2 | 7 | 8) => {
                    let [a, b] = self.args(op);
                    let d = self.mem[self.ip + 3] as usize;
                    self.mem[d] = match k {
                        1 => a + b,
                        2 => a * b,
                        7 => (a < b) as i64,
                        _ => i64::from(a == b),
                    };
                    self.ip += 4
                }
                3 => {
                    let d = self.mem[self.ip + 1] as usize;
                    self.mem[d] = input.recv().ok()?;
                    self.ip += 2
                }
                4 => {
                    let [a] = self.args(op);
                    last = Some(a);
                    let _ = output.send(a);
                    self.ip += 2
                }
                5 | 6 => {
                    let [a, b] = self.args(op);
                    if (a != 0) == (op % 100 == 5) {
                        self.ip = b as usize
                    } else {
                        self.ip += 3
                    }
                }
                99 => return last,
                x => panic!("bad op {x} at {}", self.ip),
            }
        }
    }
}
fn amplify(vm: &Vm, phases: &[i64]) -> i64 {
    let n = phases.len();
    let (mut txs, mut rxs) = (vec![], vec![]);
    for &p in phases {
        let (t, r) = channel();
        t.send(p).unwrap();
        txs.push(t);
        rxs.push(r);
    }
    txs[0].send(0).unwrap();
    txs.rotate_left(1);
    let hs: Vec<_> = txs
        .into_iter()
        .zip(rxs)
        .map(|(t, r)| {
            let vm = vm.clone();
            thread::spawn(move || vm.run(r, t))
        })
        .collect();
    assert_eq!(hs.len(), n);
    hs.into_iter()
        .map(|h| h.join().unwrap())
        .last()
        .flatten()
        .unwrap()
}
fn permutations<T: Clone>(xs: &[T]) -> Vec<Vec<T>> {
    if xs.is_empty() {
        return vec![vec![]];
    }
    (0..xs.len())
        .flat_map(|i| {
            let mut rest = xs.to_vec();
            let x = rest.remove(i);
            permutations(&rest).into_iter().map(move |mut p| {
                p.insert(0, x.clone());
                p
            })
        })
        .collect()
}
fn main() {
    let vm = Vm::load(
        "3,26,1001,26,-4,26,3,27,1002,27,2,27,1,27,26,27,4,27,1001,28,-1,28,1005,28,6,99,0,0,2",
    )
    .unwrap();
    let best = permutations(&[5, 6, 7])
        .into_iter()
        .take(3)
        .map(|p| (amplify(&vm, &p), p))
        .max()
        .unwrap();
    println!("{best:?}");
    println!("{:?}", Vm::load("1,x").unwrap_err());
}
