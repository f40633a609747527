extension DirectoryTable {
  /// The first number of which two tables have other entries.
  package struct Difference: Hashable, Sendable {
    /// The number.
    package var number: UInt64
    /// Its entry in the first table; nil without one.
    package var here: Entry?
    /// Its entry in the other table; nil without one.
    package var there: Entry?
  }

  /// Returns the first number of which another table has another entry; nil for the same entries.
  ///
  /// It reads both tables. The order of a number's labels does not matter.
  ///
  /// - Parameter other: the other table.
  package func difference(from other: DirectoryTable) -> Difference? {
    var (here, there) = (TableView.Cursor(view), TableView.Cursor(other.view))
    // Most numbers share their labels with others: each pair of sets is compared once.
    var known: [UInt64: Bool] = [0: true]
    while true {
      let (one, two) = (here.current, there.current)
      guard let number = [one?.number, two?.number].compactMap({ $0 }).min() else { return nil }
      if let one, let two, one.number == two.number, (one.value ^ two.value) & 1 == 0,
        hasSameLabels(one.value >> 1, other, two.value >> 1, &known)
      {
        here.advance()
        there.advance()
        continue
      }
      return Difference(
        number: number, here: one?.number == number ? entry(one?.value) : nil, there: two?.number == number ? other.entry(two?.value) : nil)
    }
  }

  private func hasSameLabels(_ set: UInt32, _ other: DirectoryTable, _ otherSet: UInt32, _ known: inout [UInt64: Bool]) -> Bool {
    let pair = UInt64(set) << 32 | UInt64(otherSet)
    if let known = known[pair] { return known }
    let isSame = Set(view.texts(ofSet: set)) == Set(other.view.texts(ofSet: otherSet))
    known[pair] = isSame
    return isSame
  }

  private func entry(_ value: UInt32?) -> Entry? {
    value.map { Entry(isBlocked: $0 & 1 == 1, labels: view.texts(ofSet: $0 >> 1)) }
  }
}
