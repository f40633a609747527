/// The lines of a slot that stay with another node than its owner until they have no call (K6), in the order of their names.
package struct LentLines: Hashable, Sendable {
  /// A lent line with its borrower.
  package struct Entry: Hashable, Sendable {
    /// The name of the line.
    package let line: String
    /// The node that has its calls.
    package let borrower: NodeLife
  }

  /// The entries in the order of the lines' names.
  package private(set) var entries: [Entry]

  /// Creates a list without lines.
  package init() { entries = [] }

  /// Creates a list; of two entries for one line the first counts.
  package init(_ pairs: [(line: String, borrower: NodeLife)]) {
    entries = []
    for pair in pairs where borrower(of: pair.line) == nil { lend(pair.line, to: pair.borrower) }
  }

  /// True when no line is lent.
  package var isEmpty: Bool { entries.isEmpty }

  /// Returns the borrower of a line; nil when it is not lent.
  package func borrower(of line: String) -> NodeLife? {
    let place = place(of: line)
    return place < entries.count && entries[place].line == line ? entries[place].borrower : nil
  }

  /// Enters a line, or replaces its borrower.
  package mutating func lend(_ line: String, to borrower: NodeLife) {
    let place = place(of: line)
    if place < entries.count, entries[place].line == line { entries.remove(at: place) }
    entries.insert(Entry(line: line, borrower: borrower), at: place)
  }

  /// Takes the entry of a line out.
  package mutating func takeBack(_ line: String) {
    entries.removeAll { $0.line == line }
  }

  /// Returns the entries of the borrowers for which `isKept` is true.
  package func keeping(_ isKept: (NodeLife) -> Bool) -> LentLines {
    var kept = self
    kept.entries.removeAll { !isKept($0.borrower) }
    return kept
  }

  private func place(of line: String) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].line.utf8.lexicographicallyPrecedes(line.utf8) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
