/// The limits and the form of a load.
package struct LoadLimits: Hashable, Sendable {
  /// The largest number of entries of a directory.
  package var maximumEntries = 20_000_000
  /// True when the host sorts the records, and drops those that come twice.
  package var sorts = false
  /// The entries that are sorted in memory at a time.
  package var run = EntryRuns.runLimit

  /// Creates the usual limits.
  package init() {}
}

/// The records of a load until it is complete: checked, and kept in temporary files.
///
/// It changes nothing of the directory. Used on one thread.
package final class LoadStage {
  /// The labels of the records.
  var labels = LabelDictionary()
  private(set) var isIncremental = false
  /// The kinds whose entries an incremental load removes first.
  private(set) var isCleared: Set<RecordKind> = []
  private var runs: [EntryRuns]
  private var last: [UInt64]
  private var added = 0
  /// The labels of the last identified number.
  private var present: [UInt32] = []
  private var presentSet: Set<UInt32> = []

  private let limits: LoadLimits
  /// True when the host has a table to which an incremental load can be applied.
  private let takesIncremental: Bool

  /// Creates an empty stage.
  ///
  /// - Parameters:
  ///   - path: the begin of the paths of temporary files.
  ///   - limits: the limits.
  ///   - takesIncremental: true when there is a table to which changes can be applied.
  package init(path: String, limits: LoadLimits, takesIncremental: Bool) {
    self.limits = limits
    self.takesIncremental = takesIncremental
    runs = RecordKind.allCases.map { EntryRuns(path: "\(path).\($0.word).tmp", sorts: limits.sorts, run: limits.run) }
    last = RecordKind.allCases.map { _ in 0 }
  }

  /// The limit on entries.
  var maximumEntries: Int { limits.maximumEntries }

  /// Returns a reader of the entries of a kind, in ascending order.
  func reader(of kind: RecordKind) throws(DirectoryError) -> EntryReader { try runs[kind.rawValue].reader() }

  /// The number of records of a kind.
  package func count(of kind: RecordKind) -> Int { runs[kind.rawValue].count }

  private func order(_ kind: RecordKind, _ number: UInt64, _ place: RecordPlace) throws(DirectoryError) {
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
  private func isNew(_ label: UInt32, of number: UInt64) -> Bool {
    if number != last[RecordKind.identify.rawValue] {
      present.removeAll(keepingCapacity: true)
      presentSet = []
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

extension LoadStage: RecordSink {
  package func begin(isIncremental: Bool, at place: RecordPlace) throws(DirectoryError) {
    guard !isIncremental || takesIncremental else {
      throw DirectoryError(
        .unknown, "there is no table that the changes of an incremental load could be applied to; send \"full\"", at: place)
    }
    self.isIncremental = isIncremental
  }

  package func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError) {
    try checkRemoval(kind, "*", place)
    let partner: RecordKind = kind == .unblock ? .block : .identify
    guard count(of: kind) == 0, count(of: partner) == 0, !isCleared.contains(kind) else {
      throw DirectoryError(
        .entriesOutOfOrder, "\(kind.word) * comes after other records of its kind; send it first", at: place, value: "*")
    }
    isCleared.insert(kind)
  }

  private func checkRemoval(_ kind: RecordKind, _ value: String, _ place: RecordPlace) throws(DirectoryError) {
    guard isIncremental else {
      throw DirectoryError(
        .unexpectedIncrementalRemoval, "\(kind.word) in a full load; a full load has the entries that stay", at: place, value: value)
    }
  }

  package func take(
    _ kind: RecordKind, _ number: UInt64, _ label: UnsafeRawBufferPointer, at place: RecordPlace
  ) throws(DirectoryError) {
    if kind.isRemoval {
      try checkRemoval(kind, "\(number)", place)
    } else {
      added += 1
      if added > limits.maximumEntries {
        throw DirectoryError(
          .maximumEntriesExceeded, "there are more than \(limits.maximumEntries) entries; raise maximumEntries", at: place,
          value: "\(number)")
      }
    }
    guard kind == .identify else {
      if !limits.sorts { try order(kind, number, place) }
      return try runs[kind.rawValue].append(number)
    }
    let name = labels.number(of: label)
    if !limits.sorts {
      let isNew = isNew(name, of: number)
      try order(kind, number, place)
      if !isNew {
        throw DirectoryError(.duplicateEntries, "\(number) has the label \"\(labels.text(name))\" twice", at: place, value: "\(number)")
      }
    }
    try runs[kind.rawValue].append(number, name)
  }
}
