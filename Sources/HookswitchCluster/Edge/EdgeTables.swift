/// A table of Kamailio that the edge writes.
package enum EdgeTable: String, CaseIterable, Sendable {
  /// From a slot's digits to the destination of its owner.
  case slot
  /// From a lent line's name to the destination of its borrower.
  case line
  /// From a place or a host to the destination under which the node's calls are listed.
  case node
  /// The places of nodes that no request may go to.
  case dead
}

/// The content that Kamailio's tables shall have.
package struct EdgeTables: Equatable, Sendable {
  /// The key of the number of digits in the table of slots.
  static let digitsKey = "digits"

  /// The number of digits of a slot; nil before the cluster has a layout.
  package var digits: Int?
  package var entries: [EdgeTable: [String: String]] = [:]
  /// The URIs that Kamailio sends OPTIONS to, in their order.
  package var pinged: [String] = []
  /// The nodes that are gone without a word about their process: they are dead for callers once they are silent.
  package var doubted: [EdgeAddress] = []

  package init() {}

  /// Returns the value of a key; nil where the table has none.
  package subscript(table: EdgeTable, key: String) -> String? { entries[table]?[key] }

  /// Returns every key that the table of slots may have, the number of digits first.
  var slotKeys: [String] {
    guard let digits else { return [Self.digitsKey] }
    let count = 1 << (4 * digits)
    return [Self.digitsKey]
      + (0..<count).map { index in
        let text = String(index, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
      }
  }

  /// Returns the keys of a table that differ.
  func changes(of table: EdgeTable, from old: EdgeTables) -> [String] {
    let new = entries[table] ?? [:]
    let before = old.entries[table] ?? [:]
    if new == before { return [] }
    return new.filter { before[$0.key] != $0.value }.keys.sorted() + before.keys.filter { new[$0] == nil }.sorted()
  }
}
