//@ no-bug

use std::convert::TryFrom;
use std::str::FromStr;

#[derive(Debug, PartialEq)]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = String;

    fn try_from(n: u32) -> Result<Self, String> {
        if n % 2 == 0 { Ok(Even(n)) } else { Err(format!("{n} is odd")) }
    }
}

#[derive(Debug)]
struct Rgb(u8, u8, u8);

impl FromStr for Rgb {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let s = s.strip_prefix('#').ok_or("no hash")?;
        if s.len() != 6 {
            return Err(format!("length {}", s.len()));
        }
        let part = |i: usize| u8::from_str_radix(&s[i..i + 2], 16).map_err(|e| e.to_string());
        Ok(Rgb(part(0)?, part(2)?, part(4)?))
    }
}

impl From<Rgb> for u32 {
    fn from(c: Rgb) -> u32 {
        (c.0 as u32) << 16 | (c.1 as u32) << 8 | c.2 as u32
    }
}

impl From<[u8; 3]> for Rgb {
    fn from([r, g, b]: [u8; 3]) -> Self {
        Rgb(r, g, b)
    }
}

fn takes_into(s: impl Into<String>) -> usize {
    let s: String = s.into();
    s.len()
}

fn takes_as_ref<S: AsRef<str>>(s: S) -> char {
    s.as_ref().chars().next().unwrap()
}

fn main() {
    println!("{:?} {:?}", Even::try_from(4), Even::try_from(5));
    let e: Result<Even, _> = 8u32.try_into();
    println!("{:?}", e);
    println!("{:?} {:?} {:?}", "#0a0b0c".parse::<Rgb>(), Rgb::from_str("x"), "#12".parse::<Rgb>());
    println!("{:?}", "#zz0000".parse::<Rgb>());
    let n: u32 = Rgb::from([1, 2, 3]).into();
    println!("{n}");
    println!("{} {}", takes_into("abc"), takes_into(String::from("de")));
    println!("{} {}", takes_as_ref("abc"), takes_as_ref(String::from("de")));
    println!("{:?} {:?}", u8::try_from(256i32).is_err(), usize::try_from(-1i8).is_err());
    println!("{:?} {}", "true".parse::<bool>(), "3.5".parse::<f32>().unwrap());
    println!("{:?} {:?}", "".parse::<i32>().map_err(|e| e.to_string()), "99".parse::<i8>());
    println!("{:?}", "300".parse::<u8>().map_err(|e| e.to_string()));
    println!("{:?}", <Vec<u8>>::from("ab"));
    println!("{:?}", Box::<str>::from("b").len());
    println!("{:?}", char::try_from(65u32));
    println!("{}", f64::from(3u8) + f64::from(1.5f32));
    let o: Option<i32> = 5.into();
    println!("{:?}", o);
}
