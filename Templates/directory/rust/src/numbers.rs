//! The list of numbers. Replace it with your source: a database, or a service, for which the directory's configuration needs
//! `"network": true`.

use std::fs::File;
use std::io::{BufRead, BufReader};

pub enum State {
    Gone,
    Blocked,
    Labelled(String),
}

/// A line of the list.
pub struct Entry {
    pub number: i64,
    /// The edition of the line's last change; at least 1.
    pub edition: i64,
    pub state: State,
}

/// The reason why there is no list: a code of this directory, and a sentence.
pub struct Fault {
    pub code: i64,
    pub message: String,
}

pub const CANNOT_OPEN_LIST: i64 = 1;
pub const WRONG_LIST: i64 = 2;

/// Returns the list's entries, one by one.
pub fn entries(path: &str) -> Result<impl Iterator<Item = Result<Entry, Fault>>, Fault> {
    let file = File::open(path).map_err(|error| Fault { code: CANNOT_OPEN_LIST, message: format!("cannot open {path}: {error}") })?;
    Ok(BufReader::new(file).lines().enumerate().filter_map(|(place, line)| {
        let wrong = |text: &str| Some(Err(Fault { code: WRONG_LIST, message: format!("the list's line {} {text}", place + 1) }));
        let Ok(line) = line else { return wrong("cannot be read") };
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        entry(&line).map_or_else(wrong, |entry| Some(Ok(entry)))
    }))
}

fn entry(line: &str) -> Result<Entry, &'static str> {
    let mut fields = line.splitn(3, ' ');
    let mut positive = || fields.next().and_then(|field| field.parse().ok()).filter(|number: &i64| *number >= 1);
    let (Some(number), Some(edition)) = (positive(), positive()) else { return Err("does not begin with a number and an edition") };
    let state = match fields.next().unwrap_or("") {
        "gone" => State::Gone,
        "block" => State::Blocked,
        // The host refuses a label that is too long or empty.
        other => State::Labelled(other.strip_prefix("identify ").ok_or("has none of the words block, identify LABEL and gone")?.into()),
    };
    Ok(Entry { number, edition, state })
}
