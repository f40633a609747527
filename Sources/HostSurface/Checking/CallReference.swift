package import CallControl
internal import FoundationEssentials

/// A program's name for a live call.
package enum CallReference: Hashable, Sendable {
  /// The call's id.
  case id(CallID)
  /// The beginning of an id: upper-case hex digits without dashes.
  case prefix(String)
  /// The newest call of `main` in this state.
  case word(Word)

  /// A state of calls, as a name of the newest call in it.
  package enum Word: String, CaseIterable, Sendable {
    case active, held, ringing
    /// Any state.
    case newest
  }

  /// The smallest number of digits of a prefix.
  package static let shortestPrefix = 4

  /// Reads a reference; nil when the text is none.
  package init?(parsing text: String) {
    if let word = Word(rawValue: text) {
      self = .word(word)
    } else if let id = UUID(uuidString: text) {
      self = .id(id)
    } else {
      let digits = text.uppercased().filter { $0 != "-" }
      guard text.utf8.count <= 36, (Self.shortestPrefix...32).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (48...57).contains($0) || (65...70).contains($0) })
      else { return nil }
      self = .prefix(digits)
    }
  }

  /// Returns true when a call's id fits an id or a prefix.
  package func fits(_ call: CallID) -> Bool {
    switch self {
    case .id(let id): id == call
    case .prefix(let digits): call.uuidString.filter { $0 != "-" }.hasPrefix(digits)
    case .word: false
    }
  }
}
