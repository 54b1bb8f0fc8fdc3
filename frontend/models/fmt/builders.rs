//! The builders behind `#[derive(Debug)]` and `{:#?}`.
//!
//! Left out: `finish_non_exhaustive_with`, `field_with`.

use super::{Debug, Formatter, Result, Write};

/// Indents every line that is written through it.
struct PadAdapter<'a> {
    out: &'a mut dyn Write,
    on_newline: bool,
}
impl Write for PadAdapter<'_> {
    fn write_str(&mut self, s: &str) -> Result {
        for line in s.split_inclusive('\n') {
            if self.on_newline {
                self.out.write_str("    ")?;
            }
            self.on_newline = line.ends_with('\n');
            self.out.write_str(line)?;
        }
        Ok(())
    }
    fn write_char(&mut self, c: char) -> Result {
        if self.on_newline {
            self.out.write_str("    ")?;
        }
        self.on_newline = c == '\n';
        self.out.write_char(c)
    }
    fn joins_pieces(&self) -> bool {
        self.out.joins_pieces()
    }
}

/// Writes `name: value,` or `value,` on an indented line of its own.
fn write_indented(f: &mut Formatter<'_>, name: &str, separator: &str, value: &dyn Debug) -> Result {
    let mut pad = PadAdapter { out: &mut *f.out, on_newline: true };
    pad.write_str(name)?;
    pad.write_str(separator)?;
    let mut inner = Formatter {
        out: &mut pad,
        fill: f.fill,
        align: f.align,
        flags: f.flags,
        width: f.width,
        precision: f.precision,
    };
    value.fmt(&mut inner)?;
    inner.write_str(",\n")
}

/// Ends what has fields that are not shown: `alone` if it shows none, else `behind` those that it shows, or on a
/// line of its own.
fn end_with_dots(f: &mut Formatter<'_>, has_fields: bool, alone: &str, behind: &str, close: &str) -> Result {
    if !has_fields {
        return f.write_str(alone);
    }
    if !f.alternate() {
        return f.write_str(behind);
    }
    PadAdapter { out: &mut *f.out, on_newline: true }.write_str("..\n")?;
    f.write_str(close)
}

pub struct DebugStruct<'a, 'b: 'a> {
    formatter: &'a mut Formatter<'b>,
    result: Result,
    has_fields: bool,
}
impl<'a, 'b: 'a> DebugStruct<'a, 'b> {
    pub(crate) fn new(formatter: &'a mut Formatter<'b>, name: &str) -> Self {
        let result = formatter.write_str(name);
        DebugStruct { formatter, result, has_fields: false }
    }
    fn write_field(&mut self, name: &str, value: &dyn Debug) -> Result {
        if self.formatter.alternate() {
            if !self.has_fields {
                self.formatter.write_str(" {\n")?;
            }
            return write_indented(self.formatter, name, ": ", value);
        }
        self.formatter.write_str(if self.has_fields { ", " } else { " { " })?;
        self.formatter.write_str(name)?;
        self.formatter.write_str(": ")?;
        value.fmt(self.formatter)
    }
    pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut Self {
        if self.result.is_ok() {
            self.result = self.write_field(name, value);
        }
        self.has_fields = true;
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        self.result?;
        end_with_dots(self.formatter, self.has_fields, " { .. }", ", .. }", "}")
    }
    pub fn finish(&mut self) -> Result {
        self.result?;
        if !self.has_fields {
            return Ok(());
        }
        self.formatter.write_str(if self.formatter.alternate() { "}" } else { " }" })
    }
}

pub struct DebugTuple<'a, 'b: 'a> {
    formatter: &'a mut Formatter<'b>,
    result: Result,
    fields: usize,
    empty_name: bool,
}
impl<'a, 'b: 'a> DebugTuple<'a, 'b> {
    pub(crate) fn new(formatter: &'a mut Formatter<'b>, name: &str) -> Self {
        let result = formatter.write_str(name);
        DebugTuple { formatter, result, fields: 0, empty_name: name.is_empty() }
    }
    fn write_field(&mut self, value: &dyn Debug) -> Result {
        if self.formatter.alternate() {
            if self.fields == 0 {
                self.formatter.write_str("(\n")?;
            }
            return write_indented(self.formatter, "", "", value);
        }
        self.formatter.write_str(if self.fields == 0 { "(" } else { ", " })?;
        value.fmt(self.formatter)
    }
    pub fn field(&mut self, value: &dyn Debug) -> &mut Self {
        if self.result.is_ok() {
            self.result = self.write_field(value);
        }
        self.fields += 1;
        self
    }
    pub fn finish(&mut self) -> Result {
        self.result?;
        if self.fields == 0 {
            return Ok(());
        }
        if self.fields == 1 && self.empty_name && !self.formatter.alternate() {
            self.formatter.write_str(",")?;
        }
        self.formatter.write_str(")")
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        self.result?;
        end_with_dots(self.formatter, self.fields > 0, "(..)", ", ..)", ")")
    }
}

/// What lists and sets share: entries between brackets.
struct DebugInner<'a, 'b: 'a> {
    formatter: &'a mut Formatter<'b>,
    result: Result,
    has_fields: bool,
}
impl<'a, 'b: 'a> DebugInner<'a, 'b> {
    fn write_entry(&mut self, entry: &dyn Debug) -> Result {
        if self.formatter.alternate() {
            if !self.has_fields {
                self.formatter.write_str("\n")?;
            }
            return write_indented(self.formatter, "", "", entry);
        }
        if self.has_fields {
            self.formatter.write_str(", ")?;
        }
        entry.fmt(self.formatter)
    }
    fn add_entry(&mut self, entry: &dyn Debug) {
        if self.result.is_ok() {
            self.result = self.write_entry(entry);
        }
        self.has_fields = true;
    }
    fn end(&mut self, bracket: &str) -> Result {
        self.result?;
        self.formatter.write_str(bracket)
    }
}

macro_rules! debug_sequence {
    ($($Name:ident $open:literal $close:literal;)*) => {
        $(
            pub struct $Name<'a, 'b: 'a> {
                inner: DebugInner<'a, 'b>,
            }
            impl<'a, 'b: 'a> $Name<'a, 'b> {
                pub(crate) fn new(formatter: &'a mut Formatter<'b>) -> Self {
                    let result = formatter.write_str($open);
                    $Name { inner: DebugInner { formatter, result, has_fields: false } }
                }
                pub fn entry(&mut self, entry: &dyn Debug) -> &mut Self {
                    self.inner.add_entry(entry);
                    self
                }
                pub fn entries<D: Debug, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
                    for entry in entries {
                        self.inner.add_entry(&entry);
                    }
                    self
                }
                pub fn finish(&mut self) -> Result {
                    self.inner.end($close)
                }
                pub fn finish_non_exhaustive(&mut self) -> Result {
                    self.inner.result?;
                    let (alone, behind) = (concat!("..", $close), concat!(", ..", $close));
                    end_with_dots(self.inner.formatter, self.inner.has_fields, alone, behind, $close)
                }
            }
        )*
    };
}
debug_sequence! {
    DebugList "[" "]";
    DebugSet "{" "}";
}

pub struct DebugMap<'a, 'b: 'a> {
    formatter: &'a mut Formatter<'b>,
    /// The text of a key whose value is still to come.
    key: Option<crate::string::String>,
    result: Result,
    has_fields: bool,
}
impl<'a, 'b: 'a> DebugMap<'a, 'b> {
    pub(crate) fn new(formatter: &'a mut Formatter<'b>) -> Self {
        let result = formatter.write_str("{");
        DebugMap { formatter, key: None, result, has_fields: false }
    }
    fn write_entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> Result {
        if !self.formatter.alternate() {
            if self.has_fields {
                self.formatter.write_str(", ")?;
            }
            key.fmt(self.formatter)?;
            self.formatter.write_str(": ")?;
            return value.fmt(self.formatter);
        }
        if !self.has_fields {
            self.formatter.write_str("\n")?;
        }
        let f = &mut *self.formatter;
        let mut pad = PadAdapter { out: &mut *f.out, on_newline: true };
        let mut inner = Formatter {
            out: &mut pad,
            fill: f.fill,
            align: f.align,
            flags: f.flags,
            width: f.width,
            precision: f.precision,
        };
        key.fmt(&mut inner)?;
        inner.write_str(": ")?;
        value.fmt(&mut inner)?;
        inner.write_str(",\n")
    }
    pub fn key(&mut self, key: &dyn Debug) -> &mut Self {
        if self.key.is_some() {
            panic!("attempted to begin a new map entry without completing the previous one");
        }
        self.key = Some(match self.formatter.alternate() {
            true => crate::format!("{:#?}", key),
            false => crate::format!("{:?}", key),
        });
        self
    }
    pub fn value(&mut self, value: &dyn Debug) -> &mut Self {
        let key = self.key.take().expect("attempted to format a map value before its key");
        self.entry(&format_args!("{}", key), value)
    }
    pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut Self {
        if self.result.is_ok() {
            self.result = self.write_entry(key, value);
        }
        self.has_fields = true;
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        self.result?;
        end_with_dots(self.formatter, self.has_fields, "..}", ", ..}", "}")
    }
    pub fn entries<K: Debug, V: Debug, I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) -> &mut Self {
        for (k, v) in entries {
            self.entry(&k, &v);
        }
        self
    }
    pub fn finish(&mut self) -> Result {
        self.result?;
        self.formatter.write_str("}")
    }
}
