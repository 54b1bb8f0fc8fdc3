//! Small programs for tests, written as text.
//!
//! ```text
//! static M: mutex u64
//! fn main {
//!   m = &M
//!   t = spawn worker(m)
//!   lock m #a            // the tag names the instruction in what tests expect
//!   join t
//! }
//! fn worker(p) {
//! again:
//!   lock p #b
//!   branch again
//!   return
//! }
//! ```
//!
//! Registers are named; a name is one register of its function. Every value may be an address.

use rustc_hash::FxHashMap;
use vscheck_ir::layout::{FieldLayout, Layout, Zeros};
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::{
    Action, Arg, Callee, CellKind, FuncId, Function, Inst, InstId, LayoutId, Operand, Program, Reg,
    RmwOp, ScalarType, Shape, Site, SlotId, Span, StaticId, SyncKind,
};

/// A parsed program and the names its instructions go by.
pub struct TestProgram {
    /// The program.
    pub program: Program,
    /// The tag of each tagged instruction.
    pub tags: FxHashMap<Site, String>,
}

impl TestProgram {
    /// The tag of a site, or the site itself.
    pub fn name(&self, site: Site) -> String {
        let tag = self.tags.get(&site);
        tag.map_or_else(|| site.to_string(), Clone::clone)
    }

    /// The site with a tag.
    pub fn site(&self, tag: &str) -> Site {
        let mut named = self.tags.iter().filter(|(_, name)| *name == tag);
        *named.next().unwrap_or_else(|| panic!("no tag {tag}")).0
    }
}

#[derive(Default)]
struct Parser {
    result: Program,
    tags: FxHashMap<Site, String>,
    funcs: FxHashMap<String, FuncId>,
    statics: FxHashMap<String, StaticId>,
    layouts: FxHashMap<String, LayoutId>,
}

/// The function being parsed.
#[derive(Default)]
struct Body {
    function: Function,
    registers: FxHashMap<String, Reg>,
    labels: FxHashMap<String, InstId>,
    /// Jumps to be patched: instruction and label.
    jumps: Vec<(usize, String)>,
}

/// Parses a program. The first function is the start.
pub fn parse(source: &str) -> TestProgram {
    let mut parser = Parser::default();
    let lines = || {
        let stripped = source.lines().map(|l| l.split("//").next().unwrap().trim());
        stripped.filter(|l| !l.is_empty())
    };
    for line in lines().filter_map(|l| l.strip_prefix("fn ")) {
        let name = line.split([' ', '(']).next().unwrap().to_string();
        let id = FuncId::new(parser.funcs.len());
        parser.funcs.insert(name, id);
    }
    let mut body: Option<Body> = None;
    for line in lines() {
        if let Some(item) = line.strip_prefix("static ") {
            parser.item(item);
        } else if let Some(head) = line.strip_prefix("fn ") {
            body = Some(parser.head(head));
        } else if line == "}" {
            let function = parser.finish(body.take().expect("an open function"));
            parser.result.functions.push(function);
        } else {
            parser.line(body.as_mut().expect("an open function"), line);
        }
    }
    // No test panics: the functions for that do not exist.
    parser.result.lang.panic_arithmetic = FuncId(u32::MAX);
    parser.result.lang.panic_bounds = FuncId(u32::MAX);
    TestProgram {
        program: parser.result,
        tags: parser.tags,
    }
}

fn kinds(words: &str) -> Vec<CellKind> {
    let sync = |kind: SyncKind| {
        let rest = kind.cells() as usize - 1;
        let mut cells = vec![CellKind::Sync(kind)];
        cells.extend(vec![CellKind::Scalar(ScalarType::U64); rest]);
        cells
    };
    let cells = words.split_whitespace().flat_map(|word| match word {
        "mutex" => sync(SyncKind::Mutex),
        "rwlock" => sync(SyncKind::RwLock),
        "condvar" => sync(SyncKind::Condvar),
        "channel" => sync(SyncKind::Channel),
        "once" => sync(SyncKind::Once),
        "barrier" => sync(SyncKind::Barrier),
        "ref" => sync(SyncKind::RefCount),
        "u64" => vec![CellKind::Scalar(ScalarType::U64)],
        other => panic!("no cell is called {other}"),
    });
    cells.collect()
}

impl Parser {
    /// `u64 u64`, `[u64; 4]`, or `Mutex<u64 u64>`: a lock by name and its content.
    fn layout(&mut self, text: &str) -> LayoutId {
        let text = text.trim();
        if let Some(&known) = self.layouts.get(text) {
            return known;
        }
        let layout = self.make_layout(text);
        let id = LayoutId::new(self.result.layouts.len());
        self.result.layouts.push(layout);
        self.layouts.insert(text.to_string(), id);
        id
    }

    fn make_layout(&mut self, text: &str) -> Layout {
        let mut layout = Layout {
            name: text.to_string(),
            pattern: Box::default(),
            repeat: 1,
            bytes: 8,
            align: 8,
            zeros: Zeros::AsParts,
            pointee: None,
            niche: None,
            shape: Shape::Scalar,
        };
        if let Some(array) = text.strip_prefix('[') {
            let (element, len) = array.trim_end_matches(']').split_once(';').unwrap();
            let len: u64 = len.trim().parse().unwrap();
            let element = self.layout(element);
            layout.pattern = self.result.layout(element).pattern.clone();
            layout.repeat = len as u32;
            layout.shape = Shape::Array { element, len };
        } else if let Some(inner) = text.strip_prefix("Mutex<") {
            let content = inner.trim_end_matches('>');
            let field = FieldLayout {
                name: "data".to_string(),
                offset: 1,
                layout: self.layout(content),
            };
            layout.pattern = kinds(&format!("mutex {content}")).into();
            layout.shape = Shape::Struct(vec![field]);
        } else {
            layout.pattern = kinds(text).into();
        }
        layout
    }

    fn item(&mut self, text: &str) {
        let (name, layout) = text.split_once(':').expect("static NAME: TYPE");
        let layout = self.layout(layout);
        let id = StaticId::new(self.result.statics.len());
        self.statics.insert(name.to_string(), id);
        self.result.statics.push(Static {
            name: name.to_string(),
            layout,
            count: 1,
            cells: Vec::new(),
            thread_local: false,
            mutable: true,
            span: Span::default(),
        });
    }

    fn head(&mut self, text: &str) -> Body {
        let mut body = Body::default();
        let (name, rest) = text.split_at(text.find([' ', '(']).unwrap());
        body.function.name = name.to_string();
        body.function.is_model = rest.contains(" model");
        body.function.returns = 1;
        if let Some(params) = rest.strip_prefix('(') {
            let params = params.split(')').next().unwrap();
            for param in params.split(',').map(str::trim).filter(|p| !p.is_empty()) {
                body.reg(param);
                body.function.params += 1;
            }
        }
        body
    }

    fn finish(&mut self, mut body: Body) -> Function {
        if !matches!(
            body.function.code.last(),
            Some(Inst::Return { .. } | Inst::Jump { .. })
        ) {
            let src = body.reg("unit");
            body.function.code.push(Inst::Return { src });
        }
        for (at, label) in std::mem::take(&mut body.jumps) {
            let target = body.labels[&label];
            let next = InstId::new(at + 1);
            body.function.code[at] = match body.function.code[at] {
                Inst::Jump { .. } => Inst::Jump { to: target },
                _ => Inst::Branch {
                    cond: Operand::Reg(Reg(0)),
                    then_to: target,
                    else_to: next,
                },
            };
        }
        body.reg("unit");
        body.function.spans = vec![Span::default(); body.function.code.len()];
        body.function
    }

    fn line(&mut self, body: &mut Body, line: &str) {
        if let Some(label) = line.strip_suffix(':') {
            let at = InstId::new(body.function.code.len());
            body.labels.insert(label.to_string(), at);
            return;
        }
        let (text, tag) = line.split_once('#').unwrap_or((line, ""));
        if !tag.is_empty() {
            let func = FuncId::new(self.result.functions.len());
            let inst = InstId::new(body.function.code.len());
            self.tags
                .insert(Site { func, inst }, tag.trim().to_string());
        }
        let (dst, value) = match text.split_once(" = ") {
            Some((dst, value)) => (body.reg(dst.trim()), value.trim()),
            None => (body.reg("unit"), text.trim()),
        };
        let inst = self.inst(body, dst, value);
        body.function.code.push(inst);
    }

    fn inst(&mut self, body: &mut Body, dst: Reg, text: &str) -> Inst {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        if word == "hidden" {
            let inst = self.inst(body, dst, rest);
            return hidden(inst);
        }
        if let Some(name) = text.strip_prefix('&') {
            let global = self.statics[name];
            return Inst::StaticAddr { dst, global };
        }
        match word {
            "slot" => body.slot(dst, self.layout(rest)),
            "alloc" => self.alloc(dst, rest, Operand::Const(1)),
            "alloc_many" => {
                let count = Operand::Reg(body.reg("unknown"));
                self.alloc(dst, rest, count)
            }
            "load" => body.memory(rest, |ptr, offset| Inst::Load {
                dst,
                ptr,
                offset,
                cells: 1,
            }),
            "put" => {
                let (place, src) = rest.split_once(',').expect("put PLACE, VALUE");
                let src = body.operand(src);
                body.memory(place, |ptr, offset| Inst::Store {
                    ptr,
                    offset,
                    src,
                    cells: 1,
                })
            }
            "field" | "element" => body.address(dst, word, rest),
            "fn" => Inst::FuncAddr {
                dst,
                func: self.funcs[rest],
            },
            "call" | "call_ptr" => self.call(body, dst, word, rest),
            "spawn" => self.spawn(body, dst, rest),
            "return" => Inst::Return {
                src: body.reg(if rest.is_empty() { "unit" } else { rest }),
            },
            "goto" => body.jump(rest, Inst::Jump { to: InstId(0) }),
            "branch" => body.jump(rest, Inst::Unreachable),
            "copy" => Inst::Copy {
                dst,
                src: body.operand(rest),
                cells: 1,
            },
            _ => body.action(dst, word, rest),
        }
    }

    fn alloc(&mut self, dst: Reg, layout: &str, count: Operand) -> Inst {
        let layout = self.layout(layout);
        Inst::Alloc { dst, layout, count }
    }

    fn call(&mut self, body: &mut Body, dst: Reg, word: &str, rest: &str) -> Inst {
        let (name, args) = rest.split_once('(').expect("call NAME(ARGS)");
        let callee = if word == "call" {
            Callee::Function(self.funcs[name])
        } else {
            Callee::Pointer {
                pointer: body.operand(name),
                signature: None,
            }
        };
        let args = args.trim_end_matches(')').split(',').map(str::trim);
        let args = args.filter(|a| !a.is_empty()).map(|a| Arg {
            src: body.operand(a),
            cells: 1,
        });
        Inst::Call {
            callee,
            args: args.collect(),
            dst,
        }
    }

    fn spawn(&mut self, body: &mut Body, dst: Reg, rest: &str) -> Inst {
        let (name, data) = rest.split_once('(').expect("spawn NAME(DATA)");
        let func = Operand::Const(self.funcs[name].address());
        let data = body.operand(data.trim_end_matches(')'));
        Inst::Sync {
            action: Action::Spawn,
            dst,
            args: Box::new([func, data]),
            visible: true,
        }
    }
}

/// The action, as the front end marks movers.
fn hidden(mut inst: Inst) -> Inst {
    match &mut inst {
        Inst::Sync { visible, .. } => *visible = false,
        other => panic!("{other:?} is no action"),
    }
    inst
}

impl Body {
    fn reg(&mut self, name: &str) -> Reg {
        let next = Reg::new(self.function.registers.len());
        let known = self.registers.entry(name.to_string()).or_insert(next);
        if *known == next {
            self.function
                .registers
                .push(CellKind::Scalar(ScalarType::U64));
        }
        *known
    }

    fn operand(&mut self, text: &str) -> Operand {
        let text = text.trim();
        text.parse()
            .map_or_else(|_| Operand::Reg(self.reg(text)), Operand::Const)
    }

    fn slot(&mut self, dst: Reg, layout: LayoutId) -> Inst {
        let slot = SlotId::new(self.function.slots.len());
        self.function.slots.push(Slot {
            name: String::new(),
            layout,
            fixed: false,
        });
        Inst::SlotAddr { dst, slot }
    }

    /// `PTR` or `PTR + OFFSET`.
    fn memory(&mut self, text: &str, make: impl FnOnce(Operand, u32) -> Inst) -> Inst {
        let (ptr, offset) = text.split_once('+').unwrap_or((text, "0"));
        let offset = offset.trim().parse().expect("an offset");
        make(self.operand(ptr), offset)
    }

    /// `field BASE OFFSET`, or `element BASE INDEX STRIDE`.
    fn address(&mut self, dst: Reg, word: &str, rest: &str) -> Inst {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let base = self.operand(words[0]);
        let (index, stride, offset) = if word == "field" {
            (Operand::Const(0), 0, words[1].parse().unwrap())
        } else {
            (self.operand(words[1]), words[2].parse().unwrap(), 0)
        };
        Inst::Offset {
            dst,
            base,
            index,
            stride,
            offset,
        }
    }

    fn jump(&mut self, label: &str, inst: Inst) -> Inst {
        self.jumps
            .push((self.function.code.len(), label.to_string()));
        inst
    }

    fn action(&mut self, dst: Reg, word: &str, rest: &str) -> Inst {
        let action = match word {
            "atomic_load" => Action::AtomicLoad(ScalarType::U64),
            "atomic_store" => Action::AtomicStore(ScalarType::U64),
            "atomic_add" => Action::AtomicRmw(RmwOp::Add, ScalarType::U64),
            "lock" => Action::MutexLock,
            "try_lock" => Action::MutexTryLock,
            "unlock" => Action::MutexUnlock,
            "read" => Action::RwLockRead,
            "write" => Action::RwLockWrite,
            "unlock_read" => Action::RwLockUnlockRead,
            "unlock_write" => Action::RwLockUnlockWrite,
            "wait" => Action::CondvarWait,
            "notify" => Action::NotifyOne,
            "send" => Action::ChannelSend,
            "receive" => Action::ChannelReceive,
            "add_sender" => Action::ChannelAddSender,
            "arrive" => Action::BarrierWait,
            "once" => Action::OnceBegin,
            "once_get" => Action::OnceGet,
            "join" => Action::Join,
            "is_finished" => Action::IsFinished,
            "park" => Action::Park,
            "unpark" => Action::Unpark,
            "print" => Action::Print,
            "yield" => Action::Yield,
            "increment" => Action::RefIncrement,
            "decrement" => Action::RefDecrement,
            "count" => Action::RefCount,
            other => panic!("no instruction is called {other}"),
        };
        let mut args: Vec<Operand> = rest.split_whitespace().map(|a| self.operand(a)).collect();
        if matches!(action, Action::AtomicStore(_) | Action::AtomicRmw(..)) && args.len() == 1 {
            args.push(Operand::Const(1));
        }
        Inst::Sync {
            action,
            dst,
            args: args.into(),
            visible: true,
        }
    }
}
