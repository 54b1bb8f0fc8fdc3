//@ no-bug
//@ source: settings parsed by threads, causes of errors in a chain, an exit code

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
type BoxResult<T, E = Box<dyn Error + Send + Sync + 'static>> = Result<T, E>;
#[derive(Debug)]
struct Context<E> {
    what: String,
    source: E,
}
impl<E: fmt::Debug> fmt::Display for Context<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
impl<E: Error + 'static> Error for Context<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}
trait Ctx<T, E> {
    fn context<S: Into<String>>(self, s: S) -> Result<T, Context<E>>;
}
impl<T, E> Ctx<T, E> for Result<T, E> {
    fn context<S: Into<String>>(self, s: S) -> Result<T, Context<E>> {
        self.map_err(|source| Context {
            what: s.into(),
            source,
        })
    }
}
fn chain<'a>(e: &'a (dyn Error + 'static)) -> String {
    std::iter::successors(Some(e), |e: &&'a (dyn Error + 'static)| (*e).source())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" <- ")
}
fn parse(line: &str) -> BoxResult<(String, f64)> {
    let (k, v) = line
        .split_once('=')
        .ok_or_else(|| format!("no `=` in {line:?}"))?;
    let k = k.trim();
    if !k.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Err("bad key")?;
    }
    let v: f64 = match v.trim() {
        hex if hex.starts_with("0x") => {
            i64::from_str_radix(&hex[2..], 16).context(format!("hex {hex}"))? as f64
        }
        "true" => 1.0,
        dec => dec.parse().context("decimal")?,
    };
    Ok((k.to_ascii_lowercase(), v))
}
struct Slow<R>(R);
impl<R: Read> Read for Slow<R> {
    fn read(&mut self, b: &mut [u8]) -> io::Result<usize> {
        let n = b.len().min(3);
        self.0.read(&mut b[..n])
    }
}
fn load<R: Read>(r: R) -> (HashMap<String, f64>, Vec<String>) {
    let m = Mutex::new(HashMap::new());
    let errs = Mutex::new(Vec::new());
    let lines: Vec<String> = io::BufReader::new(Slow(r))
        .lines()
        .map_while(Result::ok)
        .collect();
    thread::scope(|s| {
        for chunk in lines.chunks(4) {
            let (m, errs) = (&m, &errs);
            s.spawn(move || {
                for l in chunk.iter().filter(|l| !l.is_empty()) {
                    match parse(l) {
                        Ok((k, v)) => {
                            m.lock().unwrap().insert(k, v);
                        }
                        Err(e) => errs.lock().unwrap().push(chain(&*e)),
                    }
                }
            });
        }
    });
    let mut e = errs.into_inner().unwrap();
    e.sort();
    (m.into_inner().unwrap(), e)
}
fn run() -> BoxResult<u8> {
    let text =
        "Alpha = 1.5\nbeta=0x1F\n9x = 1\nnothing\n\ngamma = 0xZZ\ndelta=true\neps = 1e-3.5\n";
    let (m, errs) = load(Cursor::new(text));
    let mut ks: Vec<_> = m.iter().collect();
    ks.sort_by(|a, b| a.1.partial_cmp(b.1).unwrap());
    let out = io::stdout();
    let mut out = out.lock();
    for (k, v) in ks {
        writeln!(out, "{k:>6} {v:8.3}")?;
    }
    for e in &errs {
        writeln!(&mut out, "! {e}")?;
    }
    let shared = Arc::new(m);
    let h = thread::spawn({
        let m = Arc::clone(&shared);
        move || -> BoxResult<i32> {
            let v = m.get("beta").ok_or("no beta")?;
            let n = i32::try_from(*v as i64)?;
            let e: Box<dyn Error + Send + Sync> =
                From::from(io::Error::new(io::ErrorKind::Other, "disk on fire"));
            if n > 100 {
                return Err(e);
            }
            let b = u8::try_from(n * 10)?;
            Ok(b as i32)
        }
    });
    match h.join().map_err(|_| "thread panicked")? {
        Err(e) if e.is::<std::num::TryFromIntError>() => println!("too big: {e}"),
        Err(e) => return Err(e),
        Ok(n) => println!("{n}"),
    }
    let e: Result<(), _> = Err::<(), _>(io::Error::from(io::ErrorKind::NotFound));
    println!("{}", e.unwrap_err());
    println!("{:?}", "ab".parse::<bool>().map_err(|e| e.to_string()));
    println!("{:?} {:?}", "".parse::<u8>(), "é".parse::<char>());
    println!(
        "{:?}",
        String::from_utf8(vec![0xff, 0x41])
            .map_err(|e| (e.utf8_error().valid_up_to(), e.into_bytes()))
    );
    Ok(3)
}
fn main() -> ExitCode {
    match run() {
        Ok(3) => ExitCode::SUCCESS,
        Ok(n) => ExitCode::from(n),
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
