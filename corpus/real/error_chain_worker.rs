//@ no-bug
//@ source: chains of error sources from a worker thread

use std::error::Error;
use std::fmt;
use std::num::{ParseFloatError, ParseIntError};
use std::sync::mpsc;
use std::thread;
#[derive(Debug)]
enum JobError {
    Int(ParseIntError),
    Float {
        text: String,
        source: ParseFloatError,
    },
    Other(Box<dyn Error + Send + Sync>),
}
impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(e) => write!(f, "int: {e}"),
            Self::Float { text, .. } => write!(f, "float {text:?}"),
            Self::Other(e) => fmt::Display::fmt(e, f),
        }
    }
}
impl Error for JobError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            JobError::Int(e) => Some(e),
            JobError::Float { source, .. } => Some(source),
            JobError::Other(b) => b.source(),
        }
    }
}
impl From<ParseIntError> for JobError {
    fn from(e: ParseIntError) -> Self {
        JobError::Int(e)
    }
}
impl From<&str> for JobError {
    fn from(s: &str) -> Self {
        JobError::Other(s.into())
    }
}
fn run(job: &str) -> Result<f64, JobError> {
    let (op, args) = job.split_once(':').ok_or("no colon")?;
    let mut it = args.split(',').map(str::trim);
    Ok(match op {
        "sum" => it.map(|x| x.parse::<i32>()).sum::<Result<i32, _>>()?.into(),
        "prod" => it.try_fold(1.0, |a, x| {
            x.parse::<f64>()
                .map(|v| a * v)
                .map_err(|source| JobError::Float {
                    text: x.into(),
                    source,
                })
        })?,
        "max" => it
            .by_ref()
            .map(|x| x.parse())
            .collect::<Result<Vec<i32>, _>>()?
            .into_iter()
            .max()
            .map(f64::from)
            .ok_or("empty")?,
        other => return Err(format!("unknown op {other}").into_boxed().into()),
    })
}
trait IntoBoxed {
    fn into_boxed(self) -> Box<dyn Error + Send + Sync>;
}
impl IntoBoxed for String {
    fn into_boxed(self) -> Box<dyn Error + Send + Sync> {
        self.into()
    }
}
impl From<Box<dyn Error + Send + Sync>> for JobError {
    fn from(b: Box<dyn Error + Send + Sync>) -> Self {
        JobError::Other(b)
    }
}
fn main() {
    let (tx, rx) = mpsc::channel();
    let jobs = [
        "sum: 1, 2,3",
        "prod:2,0.5,x",
        "max:",
        "nop:1",
        "bad",
        "prod: 1.5,4",
    ];
    let w = thread::spawn(move || {
        for (i, j) in jobs.iter().enumerate() {
            tx.send((i, run(j))).unwrap();
        }
    });
    for (i, r) in rx {
        match r {
            Ok(v) => println!("{i}: {v:.1}"),
            Err(e) => {
                let mut s = e.source();
                print!("{i}: {e}");
                while let Some(inner) = s {
                    print!(" <- {inner}");
                    s = inner.source();
                }
                println!();
            }
        }
    }
    w.join().unwrap();
}
