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
  private var rules: EntryRules<UInt32>
  private var runs: [EntryRuns]

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
    rules = EntryRules(limits)
  }

  /// True for a load of changes.
  var isIncremental: Bool { rules.isIncremental }

  /// The kinds whose entries an incremental load removes first.
  var isCleared: Set<RecordKind> { rules.isCleared }

  /// The limit on entries.
  var maximumEntries: Int { limits.maximumEntries }

  /// Returns a reader of the entries of a kind, in ascending order.
  func reader(of kind: RecordKind) throws(DirectoryError) -> EntryReader { try runs[kind.rawValue].reader() }

  /// The number of records of a kind.
  package func count(of kind: RecordKind) -> Int { runs[kind.rawValue].count }
}

extension LoadStage: RecordSink {
  package func begin(isIncremental: Bool, at place: RecordPlace) throws(DirectoryError) {
    guard !isIncremental || takesIncremental else {
      throw DirectoryError(
        .unknown, "there is no table that the changes of an incremental load could be applied to; send \"full\"", at: place)
    }
    rules.begin(isIncremental: isIncremental)
  }

  package func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError) { try rules.takeAll(kind, at: place) }

  package func take(
    _ kind: RecordKind, _ number: UInt64, _ label: UnsafeRawBufferPointer, at place: RecordPlace
  ) throws(DirectoryError) {
    guard kind == .identify else {
      try rules.take(kind, number, at: place)
      return try runs[kind.rawValue].append(number)
    }
    let name = labels.number(of: label)
    try rules.identify(number, name, at: place) { labels.text($0) }
    try runs[kind.rawValue].append(number, name)
  }
}
