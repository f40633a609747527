import FoundationEssentials

/// The calls of the past, newest first.
@MainActor final class Recents {
  struct Entry: Equatable, Sendable {
    var name: String
    var handle: String
    /// The kind of end: a duration, "missed", "blocked" or another word.
    var text: String
    var isOutgoing: Bool
    var date: Date
  }

  private(set) var entries: [Entry] = []

  /// The handle that a redial calls; nil for none.
  var redial: String? { entries.first { $0.isOutgoing }?.handle }

  func add(_ entry: Entry) { entries = Array(([entry] + entries).prefix(8)) }
}
