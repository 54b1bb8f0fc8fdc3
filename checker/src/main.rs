//! The `vscheck` command.

fn main() -> std::process::ExitCode {
    vscheck::cli::main(std::env::args_os())
}
