//@ no-bug
//@ source: an expression evaluator: tokens, recursive descent, one thread per line

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;
use std::thread;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Num(f64),
    Op(char),
    Open,
    Close,
}

#[derive(Debug, PartialEq)]
enum ParseError {
    UnexpectedChar(char),
    UnexpectedEnd,
    Unexpected(Token),
    DivideByZero,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::UnexpectedChar(c) => write!(f, "unexpected {c:?}"),
            Self::UnexpectedEnd => f.write_str("unexpected end"),
            Self::Unexpected(t) => write!(f, "unexpected {t:?}"),
            Self::DivideByZero => f.write_str("division by zero"),
        }
    }
}

impl std::error::Error for ParseError {}

struct Lexer<'s> {
    chars: Peekable<Chars<'s>>,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s str) -> Self {
        Lexer { chars: text.chars().peekable() }
    }

    fn number(&mut self) -> f64 {
        let mut text = String::new();
        while let Some(&c) = self.chars.peek() {
            if c.is_ascii_digit() || c == '.' {
                text.push(c);
                self.chars.next();
            } else {
                break;
            }
        }
        text.parse().unwrap_or(f64::NAN)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<Token, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let c = loop {
            match self.chars.peek()? {
                c if c.is_whitespace() => {
                    self.chars.next();
                }
                c => break *c,
            }
        };
        Some(match c {
            '0'..='9' => Ok(Token::Num(self.number())),
            '+' | '-' | '*' | '/' => {
                self.chars.next();
                Ok(Token::Op(c))
            }
            '(' | ')' => {
                self.chars.next();
                Ok(if c == '(' { Token::Open } else { Token::Close })
            }
            other => Err(ParseError::UnexpectedChar(other)),
        })
    }
}

struct Parser {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Parser {
    fn expr(&mut self) -> Result<f64, ParseError> {
        let mut value = self.term()?;
        while let Some(Token::Op(op @ ('+' | '-'))) = self.tokens.peek().cloned() {
            self.tokens.next();
            let rhs = self.term()?;
            value = if op == '+' { value + rhs } else { value - rhs };
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<f64, ParseError> {
        let mut value = self.atom()?;
        loop {
            match self.tokens.next_if(|t| matches!(t, Token::Op('*' | '/'))) {
                Some(Token::Op('*')) => value *= self.atom()?,
                Some(_) => {
                    let d = self.atom()?;
                    if d == 0.0 {
                        return Err(ParseError::DivideByZero);
                    }
                    value /= d;
                }
                None => return Ok(value),
            }
        }
    }

    fn atom(&mut self) -> Result<f64, ParseError> {
        match self.tokens.next().ok_or(ParseError::UnexpectedEnd)? {
            Token::Num(n) => Ok(n),
            Token::Op('-') => self.atom().map(|n| -n),
            Token::Open => {
                let value = self.expr()?;
                match self.tokens.next() {
                    Some(Token::Close) => Ok(value),
                    Some(t) => Err(ParseError::Unexpected(t)),
                    None => Err(ParseError::UnexpectedEnd),
                }
            }
            t => Err(ParseError::Unexpected(t)),
        }
    }
}

fn eval(line: &str) -> Result<f64, Box<dyn std::error::Error + Send + Sync>> {
    let tokens = Lexer::new(line).collect::<Result<Vec<_>, _>>()?;
    let mut parser = Parser { tokens: tokens.into_iter().peekable() };
    let value = parser.expr()?;
    match parser.tokens.next() {
        None => Ok(value),
        Some(t) => Err(Box::new(ParseError::Unexpected(t))),
    }
}

fn main() {
    let lines = ["1 + 2 * 3", "(1 + 2) * -3", "8 / (4 - 4)", "2 $ 2", "(1", "1 2"];
    let results: Vec<_> = lines.map(|l| thread::spawn(move || eval(l))).into_iter().map(|h| h.join().unwrap()).collect();
    for (line, result) in lines.iter().zip(results) {
        match result {
            Ok(v) => println!("{line} = {v}"),
            Err(e) => println!("{line}: {e}"),
        }
    }
}
