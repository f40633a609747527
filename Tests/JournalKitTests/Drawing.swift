import CallControl
import JournalKit

/// A journal, drawn.
struct Drawing {
  let names: CallNames
  let ladders: [Ladder]

  init(_ records: [JournalRecord]) {
    names = CallNames(records)
    ladders = Ladder.all(of: records, names: names)
  }

  /// The labels of all arrows, with their two ends.
  var messages: [String] { ladders.flatMap(\.rows).compactMap(Self.message) }

  static func message(_ row: LadderRow) -> String? {
    guard case .message(let message) = row.body else { return nil }
    return "\(message.from.title) → \(message.to.title): \(message.label)"
  }
}
