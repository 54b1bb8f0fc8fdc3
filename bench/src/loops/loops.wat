;; The loops of `machine.rs`, for wasmi. Each takes the number of rounds and returns a check value.
(module
  (memory 1)

  ;; let (mut i, mut sum) = (0u64, 0u64);
  ;; while i < n { sum += i & 1023; i += 1; }    with overflow checks
  (func (export "arithmetic") (param $n i64) (result i64)
    (local $i i64) (local $sum i64) (local $new i64)
    (loop $again
      (local.set $new
        (i64.add (local.get $sum) (i64.and (local.get $i) (i64.const 1023))))
      (if (i64.lt_u (local.get $new) (local.get $sum)) (then unreachable))
      (local.set $sum (local.get $new))
      (local.set $new (i64.add (local.get $i) (i64.const 1)))
      (if (i64.lt_u (local.get $new) (local.get $i)) (then unreachable))
      (local.set $i (local.get $new))
      (br_if $again (i64.lt_u (local.get $i) (local.get $n))))
    (local.get $sum))

  ;; let mut cells = vec![0u64; 512];
  ;; while i < n { cells[(i & 511) as usize] += 1; i += 1; }    with overflow and bounds checks
  (func (export "memory") (param $n i64) (result i64)
    (local $i i64) (local $index i64) (local $at i32) (local $old i64) (local $new i64)
    (loop $again
      (local.set $index (i64.and (local.get $i) (i64.const 511)))
      (if (i64.ge_u (local.get $index) (i64.const 512)) (then unreachable))
      (local.set $at (i32.shl (i32.wrap_i64 (local.get $index)) (i32.const 3)))
      (local.set $old (i64.load (local.get $at)))
      (local.set $new (i64.add (local.get $old) (i64.const 1)))
      (if (i64.lt_u (local.get $new) (local.get $old)) (then unreachable))
      (i64.store (local.get $at) (local.get $new))
      (local.set $new (i64.add (local.get $i) (i64.const 1)))
      (if (i64.lt_u (local.get $new) (local.get $i)) (then unreachable))
      (local.set $i (local.get $new))
      (br_if $again (i64.lt_u (local.get $i) (local.get $n))))
    (i64.load (i32.const 0)))

  ;; fn next(i: u64) -> u64 { i + 1 }    with an overflow check
  (func $next (param $i i64) (result i64)
    (local $new i64)
    (local.set $new (i64.add (local.get $i) (i64.const 1)))
    (if (i64.lt_u (local.get $new) (local.get $i)) (then unreachable))
    (local.get $new))

  ;; while i < n { i = next(i); }
  (func (export "calls") (param $n i64) (result i64)
    (local $i i64)
    (loop $again
      (local.set $i (call $next (local.get $i)))
      (br_if $again (i64.lt_u (local.get $i) (local.get $n))))
    (local.get $i)))
