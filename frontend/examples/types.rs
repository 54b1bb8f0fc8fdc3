//! Prints what inference finds out about programs: `types FILES [--own | --all]`.

use std::rc::Rc;
use vscheck_frontend::hir::Hir;
use vscheck_frontend::infer::Typer;
use vscheck_frontend::options::Options;
use vscheck_frontend::resolve;
use vscheck_frontend::ty::Args;
use vscheck_frontend::typed::Instance;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let files = args.iter().filter(|arg| !arg.starts_with("--"));
    let failed: usize = files
        .map(|file| resolve::with_large_stack(|| run(file, &args)))
        .sum();
    println!("{failed} diagnostics");
}

fn run(path: &str, flags: &[String]) -> usize {
    match types(path, flags) {
        Ok(count) => count,
        Err(error) => {
            println!("{path}: {}", error.message);
            1
        }
    }
}

fn types(path: &str, flags: &[String]) -> vscheck_frontend::diagnostic::Result<usize> {
    let krate = resolve::load(path.as_ref(), &Options::default())?;
    let entry = krate.find_entry(&None)?;
    let typer = Typer::new(krate.clone() as Rc<dyn Hir>);
    let start = std::time::Instant::now();
    let args = Args::empty();
    let (bodies, errors) = typer.reach(Instance { def: entry, args });
    let time = start.elapsed().as_millis();
    println!(
        "{path}: {} bodies, {} diagnostics, {time} ms",
        bodies.len(),
        errors.len()
    );
    let files = krate.files();
    let place = |span: Option<vscheck_ir::Span>| match span {
        Some(span) => {
            let file = files.get(span.file.index()).map_or("?", |file| &file.path);
            format!("{file}:{}:{}", span.line, span.column)
        }
        None => "?".to_string(),
    };
    for error in &errors {
        println!("  error {}: {}", place(error.span), error.message);
        for (note, span) in &error.notes {
            println!("      note {}: {note}", place(*span));
        }
    }
    for error in krate.model_errors() {
        println!("  model error {}: {}", place(error.span), error.message);
    }
    for body in &bodies {
        let own = !krate.def(body.instance.def).is_model;
        let wanted = |flag: &str| flags.iter().any(|given| given == flag);
        if wanted("--all") || (own && wanted("--own")) {
            print!("{}", typer.print_body(body)?);
        }
    }
    Ok(errors.len())
}
