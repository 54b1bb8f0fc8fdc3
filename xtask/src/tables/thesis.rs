//! The figures of Chen 2009, from `chen2009.csv`.

/// One program of table 3.2.
pub struct Thesis {
    /// Its file in `corpus/thesis/`, without the ending.
    pub corpus: &'static str,
    /// What the thesis calls it.
    pub name: &'static str,
    fields: Vec<&'static str>,
}

const DATA: &str = include_str!("chen2009.csv");

/// All programs, in the order of table 3.2.
pub fn programs() -> Vec<Thesis> {
    let lines = lines().skip(1);
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            Thesis {
                corpus: fields[0],
                name: fields[1],
                fields,
            }
        })
        .collect()
}

fn lines() -> impl Iterator<Item = &'static str> {
    DATA.lines().filter(|line| !line.starts_with('#'))
}

impl Thesis {
    /// A figure as it stands there.
    pub fn text(&self, column: &str) -> &'static str {
        let header = lines().next().unwrap_or_default();
        let at = header.split(',').position(|name| name == column);
        at.and_then(|at| self.fields.get(at).copied())
            .unwrap_or_default()
    }

    /// A figure as a number; `None` where the tool timed out.
    pub fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// How many times as much JPF needed; `None` where it timed out.
    pub fn ratio(&self, jpf: &str, vs: &str) -> Option<f64> {
        Some(self.number(jpf)? / self.number(vs)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_programs_are_there() {
        let programs = programs();
        assert_eq!(programs.len(), 23);
        let clean = programs
            .iter()
            .find(|p| p.name == "clean")
            .expect("a kernel program");
        assert_eq!(clean.number("jpf_states"), Some(614.0));
        assert!(programs.iter().all(|p| p.number("vs_states").is_some()));
    }
}
