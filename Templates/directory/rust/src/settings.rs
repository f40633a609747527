//! The settings: a JSON object of texts, as far as this directory needs it. Take a JSON crate for more.

/// Reads `{"numbers": PATH}`.
pub fn path_of_numbers(json: &str) -> Result<String, String> {
    read(json).map_err(|fault| format!("\"settings\" {fault}; write {{\"numbers\": \"/the/path/numbers.txt\"}}"))
}

fn read(json: &str) -> Result<String, &'static str> {
    let mut rest = json.trim_start();
    if rest.is_empty() {
        return Err("is missing");
    }
    rest = rest.strip_prefix('{').ok_or("is no object")?.trim_start();
    let mut path = String::new();
    while rest.starts_with('"') {
        let (key, value) = string(rest).ok_or("has a key that is unknown")?;
        if key != "numbers" {
            return Err("has a key beside numbers");
        }
        let value = value.trim_start().strip_prefix(':').ok_or("is no object of texts")?.trim_start();
        (path, rest) = string(value).ok_or("needs a text as numbers, without \\u")?;
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').map_or(rest, str::trim_start);
    }
    if rest.trim_end() != "}" {
        return Err("is no object of texts");
    }
    if !path.starts_with('/') {
        return Err("needs the list's absolute path as numbers");
    }
    Ok(path)
}

/// Reads a string; returns it and the text behind it. None for other text, and for a string with an escape of letters.
fn string(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Some((value, &text[place + 1..])),
            '\\' => value.push(characters.next().map(|(_, character)| character).filter(|it| "\"\\/".contains(*it))?),
            _ => value.push(character),
        }
    }
    None
}
