//@ no-bug
//@ source: a lexer over `Peekable<Chars>` and a Pratt parser, one expression a thread

use std::collections::HashMap;
use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;
use std::sync::{Arc, RwLock};

#[derive(Debug, Clone, PartialEq)]
enum Tok {
    Num(f64),
    Ident(String),
    Op(char),
    LParen,
    RParen,
}

struct Lexer<'a> {
    it: Peekable<Chars<'a>>,
}
impl<'a> Iterator for Lexer<'a> {
    type Item = Result<Tok, String>;
    fn next(&mut self) -> Option<Self::Item> {
        while self.it.next_if(|c| c.is_whitespace()).is_some() {}
        let c = *self.it.peek()?;
        Some(Ok(match c {
            '0'..='9' | '.' => {
                let mut s = String::new();
                while let Some(d) = self.it.next_if(|c| c.is_ascii_digit() || *c == '.') {
                    s.push(d)
                }
                match s.parse() {
                    Ok(n) => Tok::Num(n),
                    Err(e) => return Some(Err(format!("{s}: {e}"))),
                }
            }
            c if c.is_alphabetic() || c == '_' => {
                let s: String =
                    std::iter::from_fn(|| self.it.next_if(|c| c.is_alphanumeric() || *c == '_'))
                        .collect();
                Tok::Ident(s)
            }
            '(' => {
                self.it.next();
                Tok::LParen
            }
            ')' => {
                self.it.next();
                Tok::RParen
            }
            '+' | '-' | '*' | '/' | '^' => Tok::Op(self.it.next().unwrap()),
            other => {
                return Some(Err(format!(
                    "unexpected {other:?} (U+{:04X})",
                    other as u32
                )))
            }
        }))
    }
}

#[derive(Debug)]
enum Expr {
    Num(f64),
    Var(Rc<str>),
    Neg(Box<Expr>),
    Bin(Box<Expr>, char, Box<Expr>),
}

struct Parser<I: Iterator<Item = Tok>> {
    toks: Peekable<I>,
}
impl<I: Iterator<Item = Tok>> Parser<I> {
    fn expr(&mut self, min: u8) -> Result<Expr, String> {
        let mut lhs = match self.toks.next() {
            Some(Tok::Num(n)) => Expr::Num(n),
            Some(Tok::Ident(s)) => Expr::Var(s.into()),
            Some(Tok::Op('-')) => Expr::Neg(Box::new(self.expr(5)?)),
            Some(Tok::LParen) => {
                let e = self.expr(0)?;
                self.expect(Tok::RParen)?;
                e
            }
            t => return Err(format!("unexpected {t:?}")),
        };
        while let Some(&Tok::Op(op)) = self.toks.peek() {
            let (l, r) = match op {
                '+' | '-' => (1, 2),
                '*' | '/' => (3, 4),
                '^' => (8, 7),
                _ => unreachable!(),
            };
            if l < min {
                break;
            }
            self.toks.next();
            let rhs = self.expr(r)?;
            lhs = Expr::Bin(lhs.into(), op, rhs.into());
        }
        Ok(lhs)
    }
    fn expect(&mut self, t: Tok) -> Result<(), String> {
        self.toks
            .next_if_eq(&t)
            .map(drop)
            .ok_or_else(|| format!("expected {:?}", t))
    }
}

type Env = HashMap<String, f64>;
fn eval(e: &Expr, env: &Env) -> Option<f64> {
    Some(match e {
        Expr::Num(n) => *n,
        Expr::Var(v) => *env.get(&**v)?,
        Expr::Neg(e) => -eval(e, env)?,
        Expr::Bin(a, op, b) => {
            let (a, b) = (eval(a, env)?, eval(b, env)?);
            match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => a / b,
                '^' => a.powf(b),
                _ => return None,
            }
        }
    })
}

fn run(src: &str, env: &Env) -> Result<f64, Box<dyn std::error::Error + Send + Sync>> {
    let toks = Lexer {
        it: src.chars().peekable(),
    }
    .collect::<Result<Vec<_>, _>>()?;
    let mut p = Parser {
        toks: toks.into_iter().peekable(),
    };
    let e = p.expr(0)?;
    if let Some(t) = p.toks.next() {
        return Err(format!("trailing {t:?}").into());
    }
    eval(&e, env).ok_or_else(|| "unbound".into())
}

fn main() {
    let env = Arc::new(RwLock::new(Env::from([
        ("x".to_string(), 3.0),
        ("y_1".to_string(), 0.5),
    ])));
    let srcs = [
        "2 * (x + 1) - y_1",
        "-x ^ 2 ^ 1 + 10 / 4",
        "1 + $",
        "(1",
        "z",
    ];
    let hs: Vec<_> = srcs
        .iter()
        .map(|&s| {
            let env = env.clone();
            std::thread::spawn(move || run(s, &env.read().unwrap()))
        })
        .collect();
    let results: Vec<String> = hs
        .into_iter()
        .map(|h| match h.join().unwrap() {
            Ok(v) => format!("{v:.2}"),
            Err(e) => e.to_string(),
        })
        .collect();
    assert_eq!(
        results,
        [
            "7.50",
            "-6.50",
            "unexpected '$' (U+0024)",
            "expected RParen",
            "unbound"
        ]
    );
    println!("{results:?}");
}
