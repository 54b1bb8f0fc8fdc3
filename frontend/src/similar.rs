//! What somebody may have meant who wrote a name that is not there.

/// `; did you mean `NAME`?`, if one of the known names is much like it.
pub fn hint<N: AsRef<str>>(name: &str, known: impl IntoIterator<Item = N>) -> String {
    match most_similar(name, known) {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    }
}

/// The known name that takes the fewest changes, of those that take few. A path is also known by its last
/// name.
pub fn most_similar<N: AsRef<str>>(
    name: &str,
    known: impl IntoIterator<Item = N>,
) -> Option<String> {
    let distance = |other: &str| {
        let last = other.rsplit("::").next().unwrap_or(other);
        changes(name, other).min(changes(name, last))
    };
    let all = known
        .into_iter()
        .map(|other| (distance(other.as_ref()), other));
    let length = name.chars().count();
    let close = all.filter(|&(distance, _)| distance <= (length / 3).max(1) && distance < length);
    let best = close.min_by_key(|(distance, _)| *distance);
    best.map(|(_, other)| other.as_ref().to_string())
}

/// How many letters have to be put in, left out, replaced or swapped with their neighbour; capital letters,
/// `-` and `_` make no difference (the optimal string alignment distance).
fn changes(a: &str, b: &str) -> usize {
    let letters = |text: &str| -> Vec<char> {
        let plain = text.chars().flat_map(char::to_lowercase);
        plain.map(|c| if c == '-' { '_' } else { c }).collect()
    };
    let (a, b) = (letters(a), letters(b));
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_seen() {
        let known = ["writers", "tests::two_writers", "readers"];
        let meant = |name| most_similar(name, known);
        assert_eq!(meant("two_wirters").as_deref(), Some("tests::two_writers"));
        assert_eq!(meant("two_writers").as_deref(), Some("tests::two_writers"));
        assert_eq!(meant("Readers").as_deref(), Some("readers"));
        assert_eq!(meant("raeders").as_deref(), Some("readers"));
        assert_eq!(meant("bank"), None);
        assert_eq!(
            most_similar("value_schedule", ["value-schedule"]).as_deref(),
            Some("value-schedule")
        );
        assert_eq!(hint("df", ["dfs"]), "; did you mean `dfs`?");
        assert_eq!(hint("x", [""; 0]), "");
        assert_eq!(hint("y", ["x"]), "");
    }
}
