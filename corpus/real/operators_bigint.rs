//@ no-bug
//@ source: big numbers: operator traits over references, `LowerHex`, `pad_integral`, `Product`

use std::cmp::Ordering;
use std::fmt;
use std::ops::*;
use std::thread;
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Big {
    limbs: Vec<u32>,
}
impl From<u64> for Big {
    fn from(n: u64) -> Self {
        let mut b = Big {
            limbs: vec![n as u32, (n >> 32) as u32],
        };
        b.trim();
        b
    }
}
impl Big {
    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
    fn divmod_small(&self, d: u32) -> (Big, u32) {
        let mut rem = 0u64;
        let mut out = vec![0; self.limbs.len()];
        for (i, &l) in self.limbs.iter().enumerate().rev() {
            let cur = rem << 32 | l as u64;
            out[i] = (cur / d as u64) as u32;
            rem = cur % d as u64;
        }
        let mut b = Big { limbs: out };
        b.trim();
        (b, rem as u32)
    }
}
impl<'a> Add<&'a Big> for Big {
    type Output = Big;
    fn add(mut self, o: &Big) -> Big {
        self += o;
        self
    }
}
impl AddAssign<&Big> for Big {
    fn add_assign(&mut self, o: &Big) {
        let mut carry = 0;
        for i in 0..self.limbs.len().max(o.limbs.len()) {
            if i == self.limbs.len() {
                self.limbs.push(0)
            }
            let (s, c1) = self.limbs[i].overflowing_add(o.limbs.get(i).copied().unwrap_or(0));
            let (s, c2) = s.overflowing_add(carry);
            self.limbs[i] = s;
            carry = (c1 | c2) as u32;
        }
        if carry > 0 {
            self.limbs.push(carry)
        }
    }
}
impl Mul for &Big {
    type Output = Big;
    fn mul(self, o: &Big) -> Big {
        let mut out = vec![0u32; self.limbs.len() + o.limbs.len()];
        for (i, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in o.limbs.iter().enumerate() {
                let t = a as u64 * b as u64 + out[i + j] as u64 + carry;
                out[i + j] = t as u32;
                carry = t >> 32;
            }
            out[i + o.limbs.len()] = carry as u32;
        }
        let mut b = Big { limbs: out };
        b.trim();
        b
    }
}
impl Shl<usize> for &Big {
    type Output = Big;
    fn shl(self, n: usize) -> Big {
        let mut out = vec![0; n / 32];
        let s = n % 32;
        let mut carry = 0;
        for &l in &self.limbs {
            out.push(l.wrapping_shl(s as u32) | carry);
            carry = if s == 0 { 0 } else { l >> (32 - s) };
        }
        out.push(carry);
        let mut b = Big { limbs: out };
        b.trim();
        b
    }
}
impl PartialOrd for Big {
    fn partial_cmp(&self, o: &Big) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Big {
    fn cmp(&self, o: &Big) -> Ordering {
        self.limbs
            .len()
            .cmp(&o.limbs.len())
            .then_with(|| self.limbs.iter().rev().cmp(o.limbs.iter().rev()))
    }
}
impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = vec![];
        let mut b = self.clone();
        while !b.limbs.is_empty() {
            let (q, r) = b.divmod_small(10);
            digits.push((b'0' + r as u8) as char);
            b = q;
        }
        if digits.is_empty() {
            digits.push('0')
        }
        f.pad_integral(true, "", &digits.iter().rev().collect::<String>())
    }
}
impl fmt::LowerHex for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?
        }
        match self.limbs.split_last() {
            None => f.write_str("0"),
            Some((top, rest)) => {
                write!(f, "{top:x}")?;
                rest.iter().rev().try_for_each(|l| write!(f, "{l:08x}"))
            }
        }
    }
}
impl std::iter::Product for Big {
    fn product<I: Iterator<Item = Big>>(it: I) -> Big {
        it.fold(Big::from(1), |a, b| &a * &b)
    }
}
fn main() {
    let parts: Vec<Big> = thread::scope(|s| {
        let hs: Vec<_> = [1..=12u64, 13..=25]
            .map(|r| s.spawn(move || r.map(Big::from).product::<Big>()))
            .into();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let f25 = &parts[0] * &parts[1];
    println!(
        "{f25} {:#x} {:>30}|",
        f25,
        Big::from(u64::MAX) + &Big::from(1)
    );
    println!(
        "{:?} {}",
        f25.cmp(&(&Big::from(1) << 83)),
        &Big::from(5) << 33
    );
    println!("{:?}", {
        let mut v = vec![Big::from(9), Big::default(), Big::from(1 << 40)];
        v.sort_by(|a, b| b.cmp(a));
        v.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
}
