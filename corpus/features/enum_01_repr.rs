//@ no-bug

use std::mem::size_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
enum Op {
    Nop,
    Push = 10,
    Add,
    Jump = 0x80,
}

impl TryFrom<u8> for Op {
    type Error = u8;

    fn try_from(byte: u8) -> Result<Self, u8> {
        Ok(match byte {
            0 => Op::Nop,
            x if x == Op::Push as u8 => Op::Push,
            11 => Op::Add,
            0x80 => Op::Jump,
            other => return Err(other),
        })
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn depth(&self) -> usize {
        match self {
            Json::List(items) => 1 + items.iter().map(Json::depth).max().unwrap_or(0),
            Json::Object(fields) => 1 + fields.iter().map(|(_, v)| v.depth()).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn render(&self) -> String {
        match self {
            Self::Null => "null".to_string(),
            Self::Bool(b) => b.to_string(),
            Self::Number(n) => format!("{n}"),
            Self::Text(s) => format!("{s:?}"),
            Self::List(items) => format!("[{}]", items.iter().map(Self::render).collect::<Vec<_>>().join(",")),
            Self::Object(fields) => {
                let body: Vec<String> = fields.iter().map(|(k, v)| format!("{k:?}:{}", v.render())).collect();
                format!("{{{}}}", body.join(","))
            }
        }
    }
}

impl From<f64> for Json {
    fn from(n: f64) -> Json {
        Json::Number(n)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(v: Vec<T>) -> Json {
        Json::List(v.into_iter().map(Into::into).collect())
    }
}

fn main() {
    println!("{} {} {}", Op::Add as u8, Op::Jump as i8, Op::Push < Op::Jump);
    println!("{:?} {:?} {:?}", Op::try_from(11), Op::try_from(12), 128u8.try_into() as Result<Op, _>);
    let doc = Json::Object(vec![
        ("a".into(), vec![1.0, 2.5].into()),
        ("b".into(), Json::List(vec![Json::Null, Json::Bool(true), Json::Text("x\"y".into())])),
    ]);
    println!("{} {}", doc.depth(), doc.render());
    println!("{:?}", doc.clone() == doc);
    println!("{}", size_of::<Op>());
    println!("{}", size_of::<Option<Box<u8>>>() == size_of::<usize>());
    use Op::*;
    let program = [Push, Push, Add, Nop];
    let counts = program.iter().fold([0; 2], |mut c, op| {
        c[matches!(op, Push | Add) as usize] += 1;
        c
    });
    println!("{:?}", counts);
    enum Void {}
    let r: Result<u8, Void> = Ok(3);
    let Ok(n) = r;
    println!("{n}");
}
