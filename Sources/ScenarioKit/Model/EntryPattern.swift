/// A pattern for journal entries: its words must match the beginning of the entry, and `*` matches any word.
struct EntryPattern: Hashable, Sendable, CustomStringConvertible {
  private let words: [Substring]
  let description: String

  /// Parses a pattern; returns nil when the text has no word.
  init?(_ text: String) {
    description = text
    words = text.split(separator: " ")
    if words.isEmpty { return nil }
  }

  /// Returns true when the pattern matches the entry with these words.
  func matches(_ entry: [Substring]) -> Bool {
    entry.count >= words.count && zip(words, entry).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
