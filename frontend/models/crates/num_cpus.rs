//! `num_cpus`: always 4, as `available_parallelism` says.

pub fn get() -> usize {
    4
}
pub fn get_physical() -> usize {
    4
}
