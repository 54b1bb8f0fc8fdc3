//! Procedural macros: their crates are compiled as programs, which the machine runs.

use crate::cache::Cache;
use crate::limits::Limit;
use crate::report::text::limit_text;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use vscheck_frontend::inputs::Inputs;
use vscheck_frontend::macros::{
    Call, END, Expander, Expansion, Failure, INPUT, Macro, MacroKind, with_macro_crate,
};
use vscheck_frontend::{Diagnostic, Options};
use vscheck_ir::{Program, StaticId};
use vscheck_vm::{Code, End, FaultKind, LimitKind, Machine, MachineOptions};

/// What one use may do: visible operations, and instructions between two of them.
const MAX_OPERATIONS: usize = 100_000;
const MAX_INSTRUCTIONS: u64 = 200_000_000;

/// Bytes that one use may give.
const MAX_TEXT: usize = 1 << 26;

/// The macros of a package's dependencies. Each is compiled once, and runs once for one input.
pub struct Macros {
    own: Weak<Macros>,
    cache: Cache,
    crates: Once<String, Sender<Request>>,
    compiled: Once<Name, Result<Compiled, String>>,
    expanded: Once<(Name, Vec<String>), Result<String, String>>,
}

/// The text of its crate's options, and its name there.
type Name = (String, MacroKind, String);

/// Values that are worked out once.
type Once<K, V> = Mutex<HashMap<K, Arc<OnceLock<V>>>>;

/// Whether a value is worked out, or is being worked out.
fn known<K: Eq + Hash, V>(values: &Once<K, V>, key: &K) -> bool {
    let all = values.lock().unwrap_or_else(PoisonError::into_inner);
    all.contains_key(key)
}

/// Works a value out unless that was done before, or is being done.
fn once<K: Eq + Hash, V: Clone>(values: &Once<K, V>, key: K, work: impl FnOnce() -> V) -> V {
    let mut all = values.lock().unwrap_or_else(PoisonError::into_inner);
    let value = all.entry(key).or_default().clone();
    drop(all);
    value.get_or_init(work).clone()
}

/// A macro, ready to run.
#[derive(Clone)]
struct Compiled {
    code: Arc<Code>,
    input: StaticId,
    inputs: Inputs,
}

/// A macro of a crate that is to be compiled.
struct Request {
    kind: MacroKind,
    name: String,
    done: Sender<Result<(Program, Inputs), Box<Diagnostic>>>,
}

/// Who runs the macros that a crate of macros uses itself. Does not keep the others.
struct Inner(Weak<Macros>);

impl Expander for Inner {
    fn expand(&self, call: &Call) -> Expansion {
        match self.0.upgrade() {
            Some(macros) => macros.expand(call),
            None => Expansion {
                text: Err(Failure::NotCompiled("nobody wants it any more".to_string())),
                inputs: Inputs::default(),
            },
        }
    }

    fn prepare(&self, soon: &[Macro]) {
        if let Some(macros) = self.0.upgrade() {
            macros.prepare(soon);
        }
    }
}

impl Expander for Macros {
    fn expand(&self, call: &Call) -> Expansion {
        let name = name_of(call.called);
        match self.compiled(call.called.krate, &name) {
            Ok(compiled) => Expansion {
                text: once(&self.expanded, (name, call.texts.clone()), || {
                    compiled.run(&call.texts)
                })
                .map_err(Failure::Failed),
                inputs: compiled.inputs,
            },
            Err(message) => Expansion {
                text: Err(Failure::NotCompiled(message)),
                inputs: Inputs::default(),
            },
        }
    }

    /// Compiles what several crates give, each crate in a thread of its own.
    fn prepare(&self, soon: &[Macro]) {
        let mut crates: Vec<(&Options, Vec<Name>)> = Vec::new();
        for &called in soon {
            let name = name_of(called);
            if known(&self.compiled, &name) {
                continue;
            }
            match crates.iter_mut().find(|(_, names)| names[0].0 == name.0) {
                Some((_, names)) => names.push(name),
                None => crates.push((called.krate, vec![name])),
            }
        }
        if crates.len() < 2 {
            return;
        }
        for (krate, names) in crates {
            let (krate, own) = (krate.clone(), self.own.clone());
            thread::spawn(move || {
                for name in names {
                    // Whether it can be compiled is said where it is used.
                    let _ = own.upgrade().map(|macros| macros.compiled(&krate, &name));
                }
            });
        }
    }
}

fn name_of(called: Macro) -> Name {
    let krate = format!("{:?}", called.krate);
    (krate, called.kind, called.name.to_string())
}

impl Macros {
    /// Those of one package; what is compiled is kept in its cache.
    pub fn new(cache: Cache) -> Arc<Macros> {
        Arc::new_cyclic(|own| Macros {
            own: own.clone(),
            cache,
            crates: Mutex::default(),
            compiled: Mutex::default(),
            expanded: Mutex::default(),
        })
    }

    /// A macro, ready to run.
    fn compiled(&self, krate: &Options, name: &Name) -> Result<Compiled, String> {
        once(&self.compiled, name.clone(), || {
            let key = format!("macro {name:?}");
            if let Some((program, inputs)) = self.cache.get_noting(&key) {
                return Compiled::new(Arc::new(program), inputs);
            }
            let (program, inputs) = self.compile(krate, name)?;
            let program = Arc::new(program);
            self.cache.put_shared(key, inputs.clone(), program.clone());
            Compiled::new(program, inputs)
        })
    }

    fn compile(&self, krate: &Options, name: &Name) -> Result<(Program, Inputs), String> {
        let krate = once(&self.crates, name.0.clone(), || {
            let options = Options {
                macros: vscheck_frontend::macros::Macros(Some(Arc::new(Inner(self.own.clone())))),
                ..krate.clone()
            };
            open(options)
        });
        let (done, answer) = channel();
        let request = Request {
            kind: name.1,
            name: name.2.clone(),
            done,
        };
        // Where nobody receives it, nobody answers either.
        let _ = krate.send(request);
        let answer = answer.recv();
        let answer = answer.map_err(|_| "its crate cannot be compiled".to_string())?;
        answer.map_err(|diagnostic| shown(&diagnostic))
    }
}

/// A thread in which a crate of macros stays open as long as somebody may ask for one.
fn open(options: Options) -> Sender<Request> {
    let (sender, requests) = channel::<Request>();
    thread::spawn(move || {
        with_macro_crate(&options, move |krate| {
            for request in requests {
                let compiled = krate.compile(request.kind, &request.name);
                // Whoever has asked may have given up.
                let _ = request.done.send(compiled);
            }
        });
    });
    sender
}

/// A diagnostic of a macro's own source, with its place in one line.
fn shown(diagnostic: &Diagnostic) -> String {
    let Diagnostic { message, span, .. } = diagnostic;
    let file = span.and_then(|span| diagnostic.files.get(span.file.index()));
    match (span, file) {
        (Some(span), Some(file)) => {
            let (path, line, column) = (&file.path, span.line, span.column);
            format!("it cannot be compiled: {message} ({path}:{line}:{column})")
        }
        _ => format!("it cannot be compiled: {message}"),
    }
}

impl Compiled {
    fn new(program: Arc<Program>, inputs: Inputs) -> Result<Compiled, String> {
        let bytes: Vec<u64> = INPUT.iter().map(|&byte| byte.into()).collect();
        let mut statics = program.statics.iter();
        let input = statics.position(|global| global.cells == bytes);
        let input = input.ok_or("it takes no input")?;
        Ok(Compiled {
            code: Code::new(program),
            input: StaticId::new(input),
            inputs,
        })
    }

    /// What the macro prints, given these texts.
    fn run(&self, texts: &[String]) -> Result<String, String> {
        let bytes = texts.iter().flat_map(|text| text.bytes().chain([END]));
        let cells: Vec<u64> = bytes.map(u64::from).collect();
        let options = MachineOptions {
            check_races: false,
            looks_ahead: false,
            observes_output: false,
            max_steps_without_operation: MAX_INSTRUCTIONS,
            max_output: MAX_TEXT,
            ..MachineOptions::default()
        };
        let mut machine = Machine::given(self.code.clone(), options, (self.input, &cells));
        for _ in 0..MAX_OPERATIONS {
            if machine.end().is_some() {
                break;
            }
            let next = machine.transitions().into_iter().next();
            machine.step(next.ok_or("it waits for ever")?);
        }
        match machine.end() {
            Some(End::Completed { exit_code: 0 }) => Ok(machine.stdout()),
            Some(End::Completed { exit_code }) => Err(format!("it ends with code {exit_code}")),
            Some(End::Bug(fault)) if fault.kind == FaultKind::Panic => {
                Err(format!("it panics: {}", fault.message))
            }
            Some(End::Bug(fault)) => Err(fault.message.clone()),
            Some(&End::Limit(kind @ LimitKind::Unsupported(..))) => {
                let what = limit_text(self.code.program(), Limit::Machine(kind, None));
                Err(format!("it comes to {what}"))
            }
            Some(End::Limit(_)) | None => Err("it takes too long, or too much memory".to_string()),
        }
    }
}
