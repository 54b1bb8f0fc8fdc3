//@ no-bug
//@ source: a slab with a union of free-list link (usize) and a String payload (several words); guarded by a Mutex.
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex};
use std::thread;
union Slot {
    free: usize,
    full: ManuallyDrop<(String, u32)>,
}
struct Slab {
    slots: Vec<Slot>,
    used: Vec<bool>,
    head: usize,
}
const NIL: usize = usize::MAX;
impl Slab {
    fn new() -> Self {
        Slab {
            slots: vec![],
            used: vec![],
            head: NIL,
        }
    }
    fn insert(&mut self, v: (String, u32)) -> usize {
        if self.head == NIL {
            self.slots.push(Slot {
                full: ManuallyDrop::new(v),
            });
            self.used.push(true);
            self.slots.len() - 1
        } else {
            let i = self.head;
            self.head = unsafe { self.slots[i].free };
            self.slots[i].full = ManuallyDrop::new(v);
            self.used[i] = true;
            i
        }
    }
    fn remove(&mut self, i: usize) -> Option<(String, u32)> {
        if !*self.used.get(i)? {
            return None;
        }
        let v = unsafe { ManuallyDrop::take(&mut self.slots[i].full) };
        self.slots[i] = Slot { free: self.head };
        self.head = i;
        self.used[i] = false;
        Some(v)
    }
    fn get(&self, i: usize) -> Option<&str> {
        self.used
            .get(i)
            .copied()
            .unwrap_or(false)
            .then(|| unsafe { self.slots[i].full.0.as_str() })
    }
}
impl Drop for Slab {
    fn drop(&mut self) {
        for (s, u) in self.slots.iter_mut().zip(&self.used) {
            if *u {
                unsafe { ManuallyDrop::drop(&mut s.full) }
            }
        }
    }
}
union IntOrFloat {
    i: u32,
    f: f32,
}
#[repr(C)]
union Split {
    whole: u64,
    halves: [u32; 2],
    bytes: [u8; 8],
}
fn main() {
    let s = Arc::new(Mutex::new(Slab::new()));
    let ids: Vec<_> = (0..2)
        .map(|k| {
            let s = s.clone();
            thread::spawn(move || {
                let id = s.lock().unwrap().insert((format!("item{k}"), k));
                let got = s.lock().unwrap().remove(id).unwrap();
                assert_eq!(got.1, k);
                let id = s.lock().unwrap().insert((got.0 + "!", k + 10));
                let g = s.lock().unwrap();
                assert_eq!(g.get(id), Some(&*format!("item{k}!")));
                id
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|h| h.join().unwrap())
        .collect();
    assert_ne!(ids[0], ids[1]);
    let u = IntOrFloat { f: 1.0 };
    println!("{:#x}", unsafe { u.i });
    let mut sp = Split {
        whole: 0x0102_0304_0506_0708,
    };
    unsafe {
        println!("{:#x} {:?}", sp.halves[0], sp.bytes);
        sp.bytes[0] = 0xff;
        println!("{:#x}", sp.whole);
        sp.halves[1] = 0;
        println!("{:#x} {:?}", sp.whole, sp.bytes);
    }
}
