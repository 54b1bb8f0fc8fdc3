//! Names for objects that have no text of their own in the source: the parts that the user wrote, without
//! the library's wrapping around (`Arc`'s counts) and inside (a `Mutex`'s raw lock).

use super::effect;
use vscheck_ir::{ActionKind, LayoutId, Program, Shape};
use vscheck_vm::{Machine, Operation, Origin};

/// What stands at an address, in the user's words.
pub fn name(program: &Program, machine: &Machine, address: u64) -> String {
    describe(program, machine, address).0
}

/// The same if it says more than a type: a variable, or a part of something.
pub fn particular_name(program: &Program, machine: &Machine, address: u64) -> Option<String> {
    let (name, is_particular) = describe(program, machine, address);
    is_particular.then_some(name)
}

fn describe(program: &Program, machine: &Machine, address: u64) -> (String, bool) {
    let description = machine.describe(address);
    let (kind, path) = user_part(program, &description.type_name, &description.path);
    match &description.origin {
        Origin::Static(name) | Origin::Variable(name, _) if !name.is_empty() => {
            let name = name.rsplit("::").next().unwrap_or(name);
            (format!("{name}{path}"), true)
        }
        Origin::Static(_) | Origin::Variable(..) | Origin::Heap(_) => {
            (format!("{}{path}", in_short(&kind)), !path.is_empty())
        }
        Origin::Unknown => ("unknown object".to_string(), false),
    }
}

/// What the library's own objects are called: the standard streams, whose locks whoever prints looks at
/// (`models/io/lock.rs`), the lock of the panic hook (`models/panic.rs`), what tells of a task of tokio's
/// (`models/crates/tokio/task.rs`), and messages that stand beside their channels.
pub fn library_object(machine: &Machine, address: u64) -> Option<&'static str> {
    let described = machine.describe(address);
    if described.type_name == TASK {
        let part = |name| described.path.contains(name);
        return match (part(".ending"), part(".stop")) {
            (true, _) => Some("end of task"),
            (_, true) => Some("stop of task"),
            _ => None,
        };
    }
    if described.type_name.contains(CHANNEL_END) {
        let is_ring = described.path.contains(".ring");
        return is_ring.then_some("the message of `after`");
    }
    if described.type_name.starts_with(MESSAGE_OF_SELECT) {
        return Some("the message of `select!`");
    }
    match described.origin {
        Origin::Static(name) if name == "std::panic::HOOK" => Some("the panic hook"),
        origin => stream_of(&origin),
    }
}

/// The standard stream whose lock stands at an address.
pub fn stream(machine: &Machine, address: u64) -> Option<&'static str> {
    stream_of(&machine.describe(address).origin)
}

fn stream_of(origin: &Origin) -> Option<&'static str> {
    let Origin::Static(name) = origin else {
        return None;
    };
    match name.as_str() {
        "std::io::lock::STDOUT" => Some("standard output"),
        "std::io::lock::STDERR" => Some("standard error"),
        _ => None,
    }
}

/// Whether an operation is about what tells that a lock is poisoned (`models/sync/poison.rs`).
pub fn is_poison_flag(program: &Program, machine: &Machine, operation: &Operation) -> bool {
    let is_atomic = operation.action.facts().kind == ActionKind::Atomic;
    let Some(address) = effect::address(operation).filter(|_| is_atomic) else {
        return false;
    };
    let described = machine.describe(address);
    if !described.path.contains(POISON) {
        return false;
    }
    let layout = layout_named(program, &described.type_name);
    let path = layout.map(|layout| (layout, steps(program, layout, &described.path)));
    path.is_some_and(|(layout, steps)| {
        let owners = std::iter::once(layout).chain(steps.iter().map(|(_, inner)| *inner));
        let mut parts = owners.zip(steps.iter().map(|(part, _)| *part));
        parts.any(|(owner, part)| part == POISON && is_library(&program.layout(owner).name))
    })
}

/// The field of a lock that tells whether it is poisoned.
const POISON: &str = ".poison";

/// What messages that a `select!` sends before they are made stand in (`models/crates/crossbeam_channel.rs`).
const MESSAGE_OF_SELECT: &str = "std::crates::crossbeam_channel::Made<";

/// A channel of that crate, as it is allocated.
const CHANNEL_END: &str = "ArcInner<std::crates::crossbeam_channel::Channel<";

/// What is known of a task, as it is allocated.
const TASK: &str = "std::sync::arc::ArcInner<std::crates::tokio::task::Header>";

/// A message of the machine with the objects in it (between backquotes) in the user's words.
pub fn in_words(program: &Program, message: &str) -> String {
    let word = |(i, text): (usize, &str)| match i % 2 {
        0 => text.to_string(),
        _ => format!("`{}`", named(program, text)),
    };
    // Somebody else's backquotes.
    if message.matches('`').count() % 2 == 1 {
        return message.to_string();
    }
    message.split('`').enumerate().map(word).collect()
}

/// `Slot.data` of `std::sync::arc::ArcInner<Slot>.value.data.value`, and `list` of the variable
/// `list.vec_len`; a name that is nobody's stays.
fn named(program: &Program, text: &str) -> String {
    let mut depth = 0;
    let is_end = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0 && (c == '.' || c == '[')
    };
    let (type_name, path) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    if layout_named(program, type_name).is_none() {
        let mut of = layouts_of(program, type_name);
        let part = of.find_map(|layout| own_part(program, layout, path));
        return format!("{type_name}{}", part.as_deref().unwrap_or(path));
    }
    let (kind, path) = user_part(program, type_name, path);
    let kind = match is_slice(type_name) {
        true => without_length(&kind),
        false => kind,
    };
    format!("{}{path}", in_short(&kind))
}

/// The type of a byte that an allocator gives, which may be a part of anything (`models/alloc.rs`).
const BYTE_OF_ANYTHING: &str = "std::alloc::AnyCell";

/// What a thread and its handle share (`models/thread.rs`).
const RESULT_OF_THREAD: &str = "std::thread::Packet<";

/// A type in the user's words.
fn in_short(kind: &str) -> String {
    match kind {
        BYTE_OF_ANYTHING => "u8".to_string(),
        kind if kind.starts_with(RESULT_OF_THREAD) => "a thread's result".to_string(),
        kind => without_paths(kind),
    }
}

/// Whether it is the type behind an `Arc<[T]>` or `Rc<[T]>`, which has room for more elements than there are.
fn is_slice(type_name: &str) -> bool {
    type_name.contains("Inner<std::mem::MaybeUninit<[")
}

/// `[T]` of `[T; 4]`.
fn without_length(name: &str) -> String {
    match name
        .strip_suffix(']')
        .and_then(|name| name.rsplit_once("; "))
    {
        Some((element, _)) => format!("{element}]"),
        None => name.to_string(),
    }
}

/// `ArcInner<[T]>` of `ArcInner<MaybeUninit<[T; 4]>>`, as an `Arc<[T]>` is allocated (an `Arc<str>` is one of bytes).
fn with_slice(type_name: &str) -> String {
    let room = type_name
        .strip_suffix(">>")
        .filter(|_| is_slice(type_name))
        .and_then(|name| name.split_once("std::mem::MaybeUninit<"));
    match room {
        Some((shared, elements)) => format!("{shared}{}>", without_length(elements)),
        None => type_name.to_string(),
    }
}

/// The types of what the program gives a name.
fn layouts_of<'a>(program: &'a Program, name: &'a str) -> impl Iterator<Item = LayoutId> + 'a {
    let slots = program.functions.iter().flat_map(|f| &f.slots);
    let variables = slots.map(|slot| (&slot.name, slot.layout));
    let statics = program.statics.iter().map(|s| (&s.name, s.layout));
    let named = variables
        .chain(statics)
        .filter(move |(own, _)| *own == name);
    named.map(|(_, layout)| layout)
}

/// Of a path into a type the part before a field of the library's own, if the type has that path.
fn own_part(program: &Program, layout: LayoutId, path: &str) -> Option<String> {
    let (mut of, mut own, mut inside, mut seen) = (layout, String::new(), false, 0);
    for (part, next) in steps(program, layout, path) {
        seen += part.len();
        inside |= part.starts_with('.') && is_library(&program.layout(of).name);
        if !inside {
            own += part;
        }
        of = next;
    }
    (seen == path.len()).then_some(own)
}

/// The outermost type on the way that is the user's (else the innermost of the library's public ones),
/// and the path from there to the first part that is the library's again.
fn user_part(program: &Program, type_name: &str, path: &str) -> (String, String) {
    if let Some(count) = count_of(type_name, path) {
        return (count, String::new());
    }
    let mut kind = type_name.to_string();
    if let Some(channel) = ends_of_channel(type_name) {
        return (channel, String::new());
    }
    let steps = layout_named(program, &kind).map(|layout| steps(program, layout, path));
    let (mut path, mut inside) = (String::new(), !is_library(&kind));
    for (at, (part, next)) in steps.unwrap_or_default().into_iter().enumerate() {
        // Which of several in one allocation it is, whoever's they are.
        if at == 0 && !inside && part.starts_with('[') {
            path += part;
        }
        let name = program.layout(next).name.clone();
        let library = is_library(&name);
        if inside {
            path += part;
            if library {
                break;
            }
        } else if !library && !is_scalar(program, next) {
            (kind, inside) = (name, true);
        } else if is_public(&name) && !is_atomic(&kind) {
            kind = name;
        }
    }
    (kind, path)
}

/// What tells how many share a value: nothing that the user wrote, but the user's `Rc`.
fn count_of(type_name: &str, path: &str) -> Option<String> {
    let is_shared = ["std::rc::RcInner<", "std::sync::arc::ArcInner<"];
    let is_shared = is_shared.iter().any(|name| type_name.starts_with(name));
    let is_count = path.starts_with(".strong") || path.starts_with(".weak");
    let name = || match ends_of_channel(type_name) {
        Some(ends) => format!("count of {ends}"),
        None => format!("count of {}", with_slice(type_name)),
    };
    (is_shared && is_count).then(name)
}

/// What shares the channels of `crossbeam-channel` (`models/crates/crossbeam_channel.rs`), as the user calls it.
fn ends_of_channel(type_name: &str) -> Option<String> {
    let shared = type_name.strip_prefix("std::sync::arc::ArcInner<")?;
    let shared = shared.strip_prefix("std::crates::crossbeam_channel::")?;
    let (kind, message) = shared.strip_suffix(">>")?.split_once('<')?;
    let ends = match kind {
        "SendEnd" => "Sender",
        "ReceiveEnd" => "Receiver",
        "Channel" => "Channel",
        _ => return None,
    };
    Some(format!("{ends}<{message}>"))
}

fn layout_named(program: &Program, name: &str) -> Option<LayoutId> {
    let found = program
        .layouts
        .iter()
        .position(|layout| layout.name == name);
    found.map(LayoutId::new)
}

fn is_library(name: &str) -> bool {
    name.starts_with("std::")
}

/// The types of the library that users write themselves.
fn is_public(name: &str) -> bool {
    let word = last_word(name);
    let public = [
        "Mutex",
        "RwLock",
        "Condvar",
        "Barrier",
        "Once",
        "OnceLock",
        "LazyLock",
        "UnsafeCell",
        "Cell",
    ];
    is_library(name) && public.contains(&word) || is_atomic(name)
}

/// An atomic of the library: what it is made of is nothing that users know.
fn is_atomic(name: &str) -> bool {
    is_library(name) && last_word(name).starts_with("Atomic")
}

/// `AtomicPtr` of `std::sync::atomic::AtomicPtr<u8>`.
fn last_word(name: &str) -> &str {
    let path = name.split('<').next().unwrap_or(name);
    path.rsplit("::").next().unwrap_or(path)
}

fn is_scalar(program: &Program, layout: LayoutId) -> bool {
    matches!(program.layout(layout).shape, Shape::Scalar)
}

/// `.a`, `[2]`, `.b` of `.a[2].b`.
fn parts(path: &str) -> Vec<&str> {
    let starts: Vec<usize> = path.match_indices(['.', '[']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([path.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &path[start..end])
        .collect()
}

/// The types on the way, each with the part of the path that leads to it: none where it is all that the type
/// before it wraps.
fn steps<'a>(program: &Program, mut layout: LayoutId, path: &'a str) -> Vec<(&'a str, LayoutId)> {
    let mut steps = Vec::new();
    let mut left = parts(path).into_iter().peekable();
    // An index into an allocation of several elements does not change the type.
    let is_array = matches!(program.layout(layout).shape, Shape::Array { .. });
    steps.extend(
        left.next_if(|part| part.starts_with('[') && !is_array)
            .map(|part| (part, layout)),
    );
    loop {
        let said = left
            .peek()
            .and_then(|part| Some((*part, field(program, layout, part)?)));
        let step = match said {
            Some(step) => {
                left.next();
                Some(step)
            }
            None => field(program, layout, "").map(|inner| ("", inner)),
        };
        let Some(step) = step else { return steps };
        layout = step.1;
        steps.push(step);
    }
}

/// The type of one part.
fn field(program: &Program, layout: LayoutId, part: &str) -> Option<LayoutId> {
    let wanted = part.trim_start_matches('.');
    let named = |fields: &[vscheck_ir::layout::FieldLayout]| {
        fields
            .iter()
            .find(|field| field.name == wanted)
            .map(|field| field.layout)
    };
    match &program.layout(layout).shape {
        Shape::Scalar => None,
        Shape::Struct(fields) | Shape::Union(fields) => named(fields),
        Shape::Enum(variants) => variants.iter().find_map(|variant| named(&variant.fields)),
        Shape::Array { element, .. } => part.starts_with('[').then_some(*element),
    }
}

/// `Mutex<Option<Job>>` of `std::sync::Mutex<std::option::Option<pool::Job>>`.
fn without_paths(name: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in name.chars() {
        match c {
            ':' => word.clear(),
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            c => {
                out += shared(&word);
                word.clear();
                out.push(c);
            }
        }
    }
    out + shared(&word)
}

/// What `Arc` and `Rc` point to is called after them.
fn shared(word: &str) -> &str {
    match word {
        "ArcInner" => "Arc",
        "RcInner" => "Rc",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_apart_and_names_get_short() {
        assert_eq!(parts(".a[2].b"), [".a", "[2]", ".b"]);
        let long = "std::sync::Mutex<std::option::Option<pool::Job>>";
        assert_eq!(without_paths(long), "Mutex<Option<Job>>");
        assert_eq!(without_paths("std::sync::arc::ArcInner<i32>"), "Arc<i32>");
        assert_eq!(
            without_length("[[bank::Account; 2]; 4]"),
            "[[bank::Account; 2]]"
        );
        assert_eq!(without_length("bank::Account"), "bank::Account");
        let text = "std::sync::arc::ArcInner<std::mem::MaybeUninit<[u8; 16]>>";
        assert_eq!(with_slice(text), "std::sync::arc::ArcInner<[u8]>");
    }
}
