package import StrictJSON

/// The members of a record by which its readers tell calls apart.
package struct CallRecordFacts: Equatable, Sendable {
  /// The call's id.
  package let call: String
  /// The writer.
  package let author: RecordAuthor
  /// The record.
  package let value: JSONValue

  /// Reads a record; nil for a body that is none.
  package init?(_ record: StoredRecord) {
    guard let value = try? JSONReader.read(record.body, limits: JSONLimits(depth: 32, size: 1 << 20)), let call = value["call"]?.string,
      (1...64).contains(call.utf8.count)
    else { return nil }
    self.value = value
    self.call = call.uppercased()
    // A writer of a later version is believed as a node is.
    author = value["by"]?.string == RecordAuthor.heir.rawValue ? .heir : .node
  }

  /// True for the record of a call by the node that had it.
  package func isOwn(of call: String) -> Bool { author == .node && self.call == call.uppercased() }
}

/// The choice of one record for each call: the node's own before the heir's (K13).
///
/// A pure value. It remembers the newest calls, so a copy of a very old record may pass twice.
package struct RecordSieve: Sendable {
  /// The meaning of a record that arrives.
  package enum Finding: Equatable, Sendable {
    /// The first record of its call.
    case new
    /// The node's own record, which takes the place of the heir's.
    case better
    /// Another record of a call that has one as good.
    case again
  }

  private let limit: Int
  private var known: [String: RecordAuthor] = [:]
  private var order: [String] = []

  /// Creates a sieve that remembers so many calls.
  package init(limit: Int = 100_000) { self.limit = limit }

  /// Judges a record.
  package mutating func take(_ record: CallRecordFacts) -> Finding {
    guard let before = known[record.call] else {
      known[record.call] = record.author
      order.append(record.call)
      if order.count > 2 * limit {
        for old in order.prefix(limit) { known[old] = nil }
        order.removeFirst(limit)
      }
      return .new
    }
    guard before == .heir, record.author == .node else { return .again }
    known[record.call] = .node
    return .better
  }

  /// Returns the records of a page that its reader gets: one for each call, in the order of the stream.
  package static func chosen(_ records: [StoredRecord]) -> [(record: StoredRecord, facts: CallRecordFacts)] {
    var places: [String: Int] = [:]
    var chosen: [(record: StoredRecord, facts: CallRecordFacts)?] = []
    for record in records {
      guard let facts = CallRecordFacts(record) else { continue }
      if let place = places[facts.call] {
        guard chosen[place]?.facts.author == .heir, facts.author == .node else { continue }
        chosen[place] = nil
      }
      places[facts.call] = chosen.count
      chosen.append((record, facts))
    }
    return chosen.compactMap(\.self)
  }
}
