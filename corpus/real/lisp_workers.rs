//@ no-bug
//@ source: a small Lisp, interpreted by two threads

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;
use std::thread;
#[derive(Clone, PartialEq)]
enum Val {
    Int(i64),
    Bool(bool),
    Str(Rc<str>),
    List(Vec<Val>),
    Fun(Rc<Lambda>),
    Prim(&'static str, fn(&[Val]) -> Result<Val, Error>),
    Nil,
}
#[derive(PartialEq)]
struct Lambda {
    params: Vec<String>,
    body: Expr,
    env: Env,
}
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Num(i64),
    Sym(String),
    Str(String),
    List(Vec<Expr>),
}
#[derive(Debug, Clone, PartialEq)]
enum Error {
    Unbound(String),
    Type { want: &'static str, got: String },
    Arity(usize, usize),
    Parse(usize, char),
    Eof,
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unbound(s) => write!(f, "unbound {s}"),
            Error::Type { want, got } => write!(f, "want {want}, got {got}"),
            Error::Arity(a, b) => write!(f, "arity {a}/{b}"),
            Error::Parse(p, c) => write!(f, "{c:?} at {p}"),
            Error::Eof => f.write_str("eof"),
        }
    }
}
impl std::error::Error for Error {}
#[derive(Clone)]
struct Env(Rc<RefCell<HashMap<String, Val>>>, Option<Rc<Env>>);
impl PartialEq for Env {
    fn eq(&self, o: &Env) -> bool {
        Rc::ptr_eq(&self.0, &o.0)
    }
}
impl Env {
    fn get(&self, k: &str) -> Option<Val> {
        self.0
            .borrow()
            .get(k)
            .cloned()
            .or_else(|| self.1.as_deref().and_then(|e| e.get(k)))
    }
    fn child(&self) -> Env {
        Env(Rc::default(), Some(Rc::new(self.clone())))
    }
    fn set(&self, k: &str, v: Val) {
        self.0.borrow_mut().insert(k.to_owned(), v);
    }
}
impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::Int(n) => n.fmt(f),
            Val::Bool(b) => f.write_str(if *b { "#t" } else { "#f" }),
            Val::Str(s) => fmt::Debug::fmt(s, f),
            Val::List(v) => {
                f.write_str("(")?;
                for (i, x) in v.iter().enumerate() {
                    if i != 0 {
                        f.write_str(" ")?
                    }
                    x.fmt(f)?
                }
                f.write_str(")")
            }
            Val::Fun(l) => write!(f, "<fn/{}>", l.params.len()),
            Val::Prim(n, _) => write!(f, "<{n}>"),
            Val::Nil => f.write_str("nil"),
        }
    }
}
struct Parser<'a> {
    it: Peekable<std::iter::Enumerate<Chars<'a>>>,
}
impl<'a> Parser<'a> {
    fn new(s: &'a str) -> Self {
        Parser {
            it: s.chars().enumerate().peekable(),
        }
    }
    fn ws(&mut self) {
        while self.it.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }
    fn expr(&mut self) -> Result<Expr, Error> {
        self.ws();
        let (p, c) = self.it.next().ok_or(Error::Eof)?;
        match c {
            '(' => {
                let mut v = vec![];
                loop {
                    self.ws();
                    match self.it.peek() {
                        Some((_, ')')) => {
                            self.it.next();
                            break Ok(Expr::List(v));
                        }
                        Some(_) => v.push(self.expr()?),
                        None => break Err(Error::Eof),
                    }
                }
            }
            '"' => {
                let s = self
                    .it
                    .by_ref()
                    .map(|(_, c)| c)
                    .take_while(|&c| c != '"')
                    .collect();
                Ok(Expr::Str(s))
            }
            ')' | '\'' => Err(Error::Parse(p, c)),
            c => {
                let mut s = String::from(c);
                while let Some((_, c)) = self
                    .it
                    .next_if(|(_, c)| !c.is_whitespace() && !"()".contains(*c))
                {
                    s.push(c)
                }
                Ok(s.parse().map(Expr::Num).unwrap_or(Expr::Sym(s)))
            }
        }
    }
}
fn int(v: &Val) -> Result<i64, Error> {
    if let Val::Int(n) = v {
        Ok(*n)
    } else {
        Err(Error::Type {
            want: "int",
            got: v.to_string(),
        })
    }
}
macro_rules! prims { ($env:ident, $($name:literal => |$a:ident| $body:expr),* $(,)?) => { $($env.set($name, Val::Prim($name, |$a| $body));)* } }
fn global() -> Env {
    let e = Env(Rc::default(), None);
    prims!(e, "+" => |a| a.iter().map(int).sum::<Result<i64, _>>().map(Val::Int), "*" => |a| a.iter().map(int).product::<Result<_, _>>().map(Val::Int), "-" => |a| match a { [x] => Ok(Val::Int(-int(x)?)), [x, rest @ ..] => Ok(Val::Int(rest.iter().try_fold(int(x)?, |s, y| int(y).map(|y| s - y))?)), [] => Err(Error::Arity(1, 0)) }, "<" => |a| Ok(Val::Bool(a.windows(2).map(|w| Ok(int(&w[0])? < int(&w[1])?)).collect::<Result<Vec<bool>, Error>>()?.into_iter().all(|b| b))), "list" => |a| Ok(Val::List(a.to_vec())), "cat" => |a| Ok(Val::Str(a.iter().map(|v| match v { Val::Str(s) => s.to_string(), o => o.to_string() }).collect::<String>().into())));
    e
}
fn eval(x: &Expr, env: &Env) -> Result<Val, Error> {
    Ok(match x {
        Expr::Num(n) => Val::Int(*n),
        Expr::Str(s) => Val::Str(s.as_str().into()),
        Expr::Sym(s) => env.get(s).ok_or_else(|| Error::Unbound(s.clone()))?,
        Expr::List(v) => match v.as_slice() {
            [] => Val::Nil,
            [Expr::Sym(k), c, t, e] if k == "if" => {
                return eval(
                    if eval(c, env)? == Val::Bool(false) {
                        e
                    } else {
                        t
                    },
                    env,
                )
            }
            [Expr::Sym(k), Expr::Sym(n), e] if k == "def" => {
                let v = eval(e, env)?;
                env.set(n, v.clone());
                v
            }
            [Expr::Sym(k), Expr::List(ps), body] if k == "fn" => Val::Fun(Rc::new(Lambda {
                params: ps
                    .iter()
                    .filter_map(|p| {
                        if let Expr::Sym(s) = p {
                            Some(s.clone())
                        } else {
                            None
                        }
                    })
                    .collect(),
                body: body.clone(),
                env: env.clone(),
            })),
            [f, args @ ..] => {
                let f = eval(f, env)?;
                let args = args
                    .iter()
                    .map(|a| eval(a, env))
                    .collect::<Result<Vec<_>, _>>()?;
                match f {
                    Val::Prim(_, p) => p(&args)?,
                    Val::Fun(l) => {
                        if l.params.len() != args.len() {
                            return Err(Error::Arity(l.params.len(), args.len()));
                        }
                        let e = l.env.child();
                        l.params.iter().zip(args).for_each(|(p, a)| e.set(p, a));
                        eval(&l.body, &e)?
                    }
                    o => {
                        return Err(Error::Type {
                            want: "function",
                            got: o.to_string(),
                        })
                    }
                }
            }
        },
    })
}
fn run(src: &str) -> String {
    let env = global();
    let mut p = Parser::new(src);
    let mut last = String::new();
    loop {
        match p.expr().and_then(|e| eval(&e, &env)) {
            Ok(v) => last = v.to_string(),
            Err(Error::Eof) => return last,
            Err(e) => return format!("error: {e}"),
        }
    }
}
fn main() {
    let progs = [
        "(def fact (fn (n) (if (< n 2) 1 (* n (fact (- n 1)))))) (fact 10)",
        "(def add (fn (a) (fn (b) (+ a b)))) ((add 3) 4)",
        "(list 1 \"two\" (list) (fn (x) x) + ())",
        "(+ 1 \"x\")",
        "(nope)",
        "((fn (x) x))",
        ")",
        "(cat \"a\" 1 (< 1 2 3))",
        "(1 2)",
    ];
    let hs: Vec<_> = progs
        .chunks(5)
        .map(|c| {
            let c: Vec<&'static str> = c.to_vec();
            thread::spawn(move || c.into_iter().map(run).collect::<Vec<_>>())
        })
        .collect();
    for (p, r) in progs
        .iter()
        .zip(hs.into_iter().flat_map(|h| h.join().unwrap()))
    {
        println!("{r:<24} <= {}", p.chars().take(12).collect::<String>());
    }
}
