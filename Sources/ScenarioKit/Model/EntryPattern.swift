/// Journal entries that a check names: the words given must match from the start, and `*` is any word.
struct EntryPattern: Hashable, Sendable, CustomStringConvertible {
  private let words: [Substring]
  let description: String

  /// Nil when there is no word at all.
  init?(_ text: String) {
    description = text
    words = text.split(separator: " ")
    if words.isEmpty { return nil }
  }

  /// Whether the entry with these words is meant.
  func matches(_ entry: [Substring]) -> Bool {
    entry.count >= words.count && zip(words, entry).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
