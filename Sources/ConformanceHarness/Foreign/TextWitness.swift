internal import Locking

/// Collects every text that the plugin passes to the kit, for tests about words.
package enum TextWitness {
  /// A text and its place.
  package struct Entry: Hashable, Sendable {
    /// The place, as in `the message of log`.
    package let place: String
    package let bytes: [UInt8]
    /// The part of the rule for strings that it breaks.
    package let flaw: String?
  }

  /// A plugin that runs wild repeats itself.
  private static let most = 50_000
  private static let texts = Locked<Set<Entry>?>(nil)

  /// Begins to collect.
  package static func begin() { texts.withLock { $0 = [] } }

  /// Ends the collection, and returns each text once.
  package static func end() -> [Entry] {
    texts.withLock { texts in
      defer { texts = nil }
      return Array(texts ?? [])
    }
  }

  /// Notes a text. [any]
  static func note(_ place: String, _ bytes: @autoclosure () -> [UInt8], _ flaw: String?) {
    guard texts.withLock({ ($0?.count ?? most) < most }) else { return }
    let entry = Entry(place: place, bytes: bytes(), flaw: flaw)
    texts.withLock { _ = $0?.insert(entry) }
  }
}
