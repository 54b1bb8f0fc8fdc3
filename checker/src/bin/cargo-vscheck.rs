//! The `cargo vscheck` command.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    vscheck::cli::cargo_main(std::env::args_os())
}
