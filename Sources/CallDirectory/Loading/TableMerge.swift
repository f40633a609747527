/// The counts of a load.
package struct LoadCounts: Hashable, Sendable {
  package var blockingAdded = 0
  package var blockingRemoved = 0
  package var identificationAdded = 0
  package var identificationRemoved = 0
  /// The records that came twice, and were dropped by sorting.
  package var dropped = 0

  /// Creates counts of nothing.
  package init() {}
}

/// The merge of the records of a load with the old table, into a new one: one pass over all of them in ascending order.
struct TableMerge {
  private let stage: LoadStage
  private let old: TableView?
  private var sets = LabelSets()
  /// The new number of each old label set and label, found at its first use; nil for one not used yet.
  private var oldSets: [UInt32?]
  private(set) var counts = LoadCounts()
  private var blocking = 0
  private var identification = 0

  /// Creates a merge.
  ///
  /// - Parameters:
  ///   - stage: the records.
  ///   - old: the table that the load replaces or changes.
  init(_ stage: LoadStage, old: DirectoryTable?) {
    self.stage = stage
    self.old = stage.isIncremental ? old?.view : nil
    oldSets = [UInt32?](repeating: nil, count: (self.old?.setCount ?? 0) + 1)
    if !stage.isIncremental, let old {
      // A full load replaces everything (L2).
      (counts.blockingRemoved, counts.identificationRemoved) = (old.blocking, old.identification)
    }
  }

  /// Writes the new table.
  ///
  /// - Parameters:
  ///   - path: the file while it is written.
  ///   - name: the file's final path.
  ///   - header: the id, the token, the revision, the time and the origin of the table.
  mutating func write(to path: String, as name: String, header: TableHeader) throws(DirectoryError) {
    let builder = try TableBuilder(path: path, header: header)
    let (blocks, identifies) = (try stage.reader(of: .block), try stage.reader(of: .identify))
    let (unblocks, unidentifies) = (try stage.reader(of: .unblock), try stage.reader(of: .unidentify))
    var cursor = old.map { TableView.Cursor($0) }
    let (clearsBlocking, clearsLabels) = (stage.isCleared.contains(.unblock), stage.isCleared.contains(.unidentify))
    var labels: [UInt32] = []
    while let number = Self.smallest(cursor?.current?.number, blocks.current?.number, identifies.current?.number) {
      var (isBlocked, set) = (false, UInt32(0))
      if let entry = cursor?.current, entry.number == number {
        isBlocked = entry.value & 1 == 1
        set = entry.value >> 1
        cursor?.advance()
      }
      let (wasBlocked, oldSet) = (isBlocked, set)
      // Removals count before additions, so that a number gets a new label by both.
      if try Self.matches(unblocks, number) || clearsBlocking { isBlocked = false }
      if try Self.matches(unidentifies, number) || clearsLabels { set = 0 }
      while let entry = blocks.current, entry.number == number {
        // Only sorted records may come twice.
        if try Self.isLast(blocks, entry) { isBlocked = true } else { counts.dropped += 1 }
      }
      let newSet: UInt32
      if identifies.current?.number == number {
        labels = set == 0 ? [] : try list(set)
        try identify(number, identifies, &labels)
        newSet = sets.set(of: labels)
      } else {
        newSet = try known(set)
      }
      if isBlocked != wasBlocked { if isBlocked { counts.blockingAdded += 1 } else { counts.blockingRemoved += 1 } }
      if set != oldSet, let old { counts.identificationRemoved += old.labelCount(ofSet: oldSet) }
      if isBlocked { blocking += 1 }
      identification += newSet == 0 ? 0 : count(of: newSet)
      guard blocking + identification <= stage.maximumEntries else {
        throw DirectoryError(
          .maximumEntriesExceeded, "there are more than \(stage.maximumEntries) entries; raise maximumEntries", value: "\(number)")
      }
      if isBlocked || newSet != 0 { try builder.add(number, newSet << 1 | (isBlocked ? 1 : 0)) }
    }
    if cursor?.isDamaged == true { throw DirectoryError(.unknown, "the old table is damaged; reload with full") }
    try builder.finish(as: name, labels: stage.labels, sets: sets, blocking: blocking, identification: identification)
  }

  @inline(__always)
  private static func smallest(_ a: UInt64?, _ b: UInt64?, _ c: UInt64?) -> UInt64? {
    let number = min(a ?? .max, b ?? .max, c ?? .max)
    return number == .max ? nil : number
  }

  /// Moves a list to a number; returns true when it has the number.
  @inline(__always)
  private static func matches(_ reader: EntryReader, _ number: UInt64) throws(DirectoryError) -> Bool {
    while let entry = reader.current, entry.number < number { try reader.advance() }
    return reader.current?.number == number
  }

  /// Moves to the next entry; returns false when it is the same again.
  @inline(__always)
  private static func isLast(_ reader: EntryReader, _ entry: RunEntry) throws(DirectoryError) -> Bool {
    try reader.advance()
    return reader.current != entry
  }

  /// Adds the labels of the records to those of the old entry.
  private mutating func identify(_ number: UInt64, _ reader: EntryReader, _ labels: inout [UInt32]) throws(DirectoryError) {
    var seen: Set<UInt32>?
    while let entry = reader.current, entry.number == number {
      guard try Self.isLast(reader, entry) else {
        counts.dropped += 1
        continue
      }
      let isKnown: Bool
      if labels.count < 16 {
        isKnown = labels.contains(entry.label)
      } else {
        if seen == nil { seen = Set(labels) }
        isKnown = seen?.insert(entry.label).inserted == false
      }
      if isKnown { continue }
      labels.append(entry.label)
      counts.identificationAdded += 1
    }
  }

  /// Returns the labels of an old set as labels of the new table.
  private func list(_ set: UInt32) throws(DirectoryError) -> [UInt32] {
    guard let old else { return [] }
    var labels: [UInt32] = []
    for label in old.labels(ofSet: set) {
      guard let bytes = old.label(label) else { throw DirectoryError(.unknown, "the old table is damaged; reload with full") }
      labels.append(stage.labels.number(of: bytes))
    }
    return labels
  }

  /// Returns the new number of an old set.
  @inline(__always)
  private mutating func known(_ set: UInt32) throws(DirectoryError) -> UInt32 {
    if set == 0 { return 0 }
    guard Int(set) < oldSets.count else { throw DirectoryError(.unknown, "the old table is damaged; reload with full") }
    if let known = oldSets[Int(set)] { return known }
    let new = sets.set(of: try list(set))
    oldSets[Int(set)] = new
    return new
  }

  private func count(of set: UInt32) -> Int {
    let place = Int(set) - 1
    return Int(sets.ends[place] - (place > 0 ? sets.ends[place - 1] : 0))
  }
}
