//@ no-bug
// What does not fit 32 bits is no small shift.

use std::hint::black_box;
use std::panic::catch_unwind;

fn main() {
    println!("{} {}", black_box(1u32) << black_box(3i128), black_box(-16i64) >> black_box(2u128));
    println!("{} {}", black_box(1u128) << black_box(100usize), black_box(1i8) << black_box(6u8));
    let fails = [
        catch_unwind(|| black_box(1u32) << black_box(1u64 << 32)).is_err(),
        catch_unwind(|| black_box(1u32) << black_box(-1i8)).is_err(),
        catch_unwind(|| black_box(1u32) << black_box(1i128 << 80)).is_err(),
        catch_unwind(|| black_box(1u32) >> black_box(-1i128)).is_err(),
        catch_unwind(|| black_box(1u64) << black_box((1usize << 32) + 1) == 0).is_err(),
        catch_unwind(|| black_box(1u128) << black_box(1u64 << 32) == 0).is_err(),
        catch_unwind(|| black_box(1u128) << black_box(128u8) == 0).is_err(),
    ];
    println!("{fails:?}");
}
