//! Values on the command line: durations, sizes, assignments.

use crate::package::{Cfg, PLATFORM, parse_cfg};
use std::time::Duration;

/// `10s`, `500ms`, `2m`, `1h`, or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text, "10s")?;
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(format!(
                "unknown unit of time `{unit}` (expected ms, s, m or h)"
            ));
        }
    };
    let value = number
        .parse::<f64>()
        .map_err(|_| format!("`{number}` is not a number"))?;
    let time = Duration::try_from_secs_f64(value * seconds)
        .map_err(|_| "that is longer than any time can be".to_string())?;
    match time.is_zero() {
        true => Err("it has to be more than 0".to_string()),
        false => Ok(time),
    }
}

/// `2GiB`, `500MB`, `64k`, or plain bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text, "2GiB")?;
    let factor: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        _ => {
            return Err(format!(
                "unknown unit of size `{unit}` (expected KiB, MiB, GiB, kB, MB or GB)"
            ));
        }
    };
    let value = number
        .parse::<f64>()
        .map_err(|_| format!("`{number}` is not a number"))?;
    match (value * factor) as u64 {
        0 => Err("it has to be more than 0".to_string()),
        size => Ok(size),
    }
}

/// The platform that programs are compiled for.
pub fn platform(text: &str) -> Result<String, String> {
    match text == PLATFORM {
        true => Ok(text.to_string()),
        false => Err(format!("programs are checked as for {PLATFORM}")),
    }
}

/// `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

/// `loom`, `backend="fast"` or `backend=fast`.
pub fn cfg(text: &str) -> Result<Cfg, String> {
    let cfg = parse_cfg(text);
    let mut chars = cfg.0.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    match starts && chars.all(|c| c.is_alphanumeric() || c == '_') {
        true => Ok(cfg),
        false => Err("expected NAME or NAME=\"VALUE\"".to_string()),
    }
}

/// A number, which is not negative, and what stands behind it.
fn split<'a>(text: &'a str, example: &str) -> Result<(&'a str, &'a str), String> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let is_negative = |number: &str| number.starts_with(|c: char| c.is_ascii_digit());
    match digits(text) {
        Some(0) if text.strip_prefix('-').is_some_and(is_negative) => {
            Err("it has to be more than 0".to_string())
        }
        Some(0) => Err(format!("expected a number and a unit, such as {example}")),
        end => {
            let (number, unit) = text.split_at(end.unwrap_or(text.len()));
            Ok((number, unit.trim()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert!(
            duration("10 parsecs").is_err() && duration("s").is_err() && duration("½h").is_err()
        );
        let negative = Err("it has to be more than 0".to_string());
        assert_eq!(
            (duration("-1s"), size("-2k")),
            (negative.clone(), negative.map(|_: Duration| 0))
        );
        let long = duration("99999999999999999999s").expect_err("too long");
        assert_eq!(long, "that is longer than any time can be");
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("1.5k"), Ok(1536));
        assert!(size("lots").is_err() && size("0").is_err() && size("0.1").is_err());
        assert!(duration("0").is_err() && duration("0ms").is_err());
        assert_eq!(cfg("loom"), Ok(("loom".to_string(), None)));
        let backend = ("backend".to_string(), Some("fast".to_string()));
        assert_eq!(cfg("backend=\"fast\""), Ok(backend.clone()));
        assert_eq!(cfg("backend = fast"), Ok(backend));
        assert!(cfg("not(loom)").is_err() && cfg("").is_err());
        assert!(assignment("N").is_err() && assignment("N=3").is_ok());
    }
}
