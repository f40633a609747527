/// The rules on the records of a load: ascending numbers, no duplicates, removals in changes alone, and the limit on entries.
///
/// A pure value. The host and the process of a directory's plugin check by the same rules.
package struct EntryRules<Label: Hashable & Sendable>: Sendable {
  /// True for a load of changes.
  package private(set) var isIncremental = false
  /// The kinds whose entries an incremental load removes first.
  private(set) var isCleared: Set<RecordKind> = []
  private var last: [UInt64]
  private var counts: [Int]
  /// The labels of the last identified number.
  private var present: [Label] = []
  private var presentSet: Set<Label> = []

  private let maximumEntries: Int
  /// True when the host sorts the records: then neither order nor duplicates are errors.
  private let sorts: Bool

  /// Creates the rules of a load without records.
  package init(_ limits: LoadLimits) {
    (maximumEntries, sorts) = (limits.maximumEntries, limits.sorts)
    last = RecordKind.allCases.map { _ in 0 }
    counts = last.map { _ in 0 }
  }

  /// Takes the kind of the load.
  package mutating func begin(isIncremental: Bool) { self.isIncremental = isIncremental }

  /// Takes `unblock *` or `unidentify *`.
  package mutating func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError) {
    try checkRemoval(kind, place) { "*" }
    let partner: RecordKind = kind == .unblock ? .block : .identify
    guard counts[kind.rawValue] == 0, counts[partner.rawValue] == 0, !isCleared.contains(kind) else {
      throw DirectoryError(
        .entriesOutOfOrder, "\(kind.word) * comes after other records of its kind; send it first", at: place, value: "*")
    }
    isCleared.insert(kind)
  }

  /// Takes a record without a label.
  @inline(__always)
  package mutating func take(_ kind: RecordKind, _ number: UInt64, at place: RecordPlace) throws(DirectoryError) {
    try count(kind, number, place)
    if !sorts { try order(kind, number, place) }
  }

  /// Takes a label of a number.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - label: the label; equal ones have equal texts.
  ///   - place: the record's place.
  ///   - text: returns the label's text, for an error.
  @inline(__always)
  package mutating func identify(
    _ number: UInt64, _ label: Label, at place: RecordPlace, text: (Label) -> String
  ) throws(DirectoryError) {
    try count(.identify, number, place)
    guard !sorts else { return }
    let isNew = isNew(label, of: number)
    try order(.identify, number, place)
    if !isNew {
      throw DirectoryError(.duplicateEntries, "\(number) has the label \"\(text(label))\" twice", at: place, value: "\(number)")
    }
  }

  @inline(__always)
  private mutating func count(_ kind: RecordKind, _ number: UInt64, _ place: RecordPlace) throws(DirectoryError) {
    if kind.isRemoval { try checkRemoval(kind, place) { "\(number)" } }
    counts[kind.rawValue] += 1
    guard !kind.isRemoval, counts[RecordKind.block.rawValue] + counts[RecordKind.identify.rawValue] > maximumEntries else { return }
    throw DirectoryError(
      .maximumEntriesExceeded, "there are more than \(maximumEntries) entries; raise maximumEntries", at: place, value: "\(number)")
  }

  private func checkRemoval(_ kind: RecordKind, _ place: RecordPlace, value: () -> String) throws(DirectoryError) {
    guard isIncremental else {
      throw DirectoryError(
        .unexpectedIncrementalRemoval, "\(kind.word) in a full load; a full load has the entries that stay", at: place, value: value())
    }
  }

  @inline(__always)
  private mutating func order(_ kind: RecordKind, _ number: UInt64, _ place: RecordPlace) throws(DirectoryError) {
    let before = last[kind.rawValue]
    if number < before {
      throw DirectoryError(
        .entriesOutOfOrder, "\(number) comes after \(before); send the numbers in ascending order, or set \"sort\"", at: place,
        value: "\(number)")
    }
    if number == before, kind != .identify {
      throw DirectoryError(.duplicateEntries, "\(kind.word) has \(number) twice", at: place, value: "\(number)")
    }
    last[kind.rawValue] = number
  }

  /// Notes a label of the present number; returns false for one that it has already.
  @inline(__always)
  private mutating func isNew(_ label: Label, of number: UInt64) -> Bool {
    if number != last[RecordKind.identify.rawValue] {
      present.removeAll(keepingCapacity: true)
      if !presentSet.isEmpty { presentSet = [] }
    }
    // Most numbers have one label, and a hostile source gives one number a million.
    if present.count < 16 {
      guard !present.contains(label) else { return false }
      present.append(label)
      return true
    }
    if presentSet.isEmpty { presentSet = Set(present) }
    return presentSet.insert(label).inserted
  }
}
