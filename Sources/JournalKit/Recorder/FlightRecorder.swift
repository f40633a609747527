package import CallControl

/// The newest records of a host's journal, in bounded memory.
///
/// A pure value. Beyond its limit whole ended calls go first, the oldest first. When only live calls are left, the oldest records go, and
/// the calls that they concern count as cut. Numbers begin at 1, grow by one with each record, and are never used again.
package struct FlightRecorder: Sendable {
  /// A kept record.
  package struct Entry: Sendable {
    /// The record's number.
    package let number: UInt64
    /// The record.
    package fileprivate(set) var record: JournalRecord
    /// The calls that the record mentions, each once.
    package fileprivate(set) var calls: [CallID]
    fileprivate let size: Int
    /// The number of those calls that are still kept.
    fileprivate var keepers: Int
    fileprivate var isGone = false

    /// The record's own line; nil for a record about no line.
    package var line: LineID? {
      switch record.body {
      case .opened(let line, _, _), .received(let line, _, _), .closed(let line): line
      case .provider, .wire, .upgraded, .unknown: nil
      }
    }
  }

  /// The selection of a reader.
  package enum Choice: Hashable, Sendable {
    case all
    case call(CallID)
    case line(LineID)
  }

  /// The answer to a reader.
  package struct Page: Sendable {
    /// The records, in order.
    package var entries: [Entry] = []
    /// The number after which the next page begins.
    package var next: UInt64
    /// True when more records of the choice are there.
    package var hasMore = false
  }

  private struct Track: Sendable {
    var numbers: [UInt64] = []
    /// The records of the call that are gone while the call is kept.
    var cut = 0
    var isOver = false
  }

  /// The limit, in bytes of approximate memory.
  package let limit: Int
  /// The approximate memory of the kept records.
  package private(set) var bytes = 0
  /// The number of records that are gone.
  package private(set) var dropped = 0
  /// The number of the newest record.
  package private(set) var last: UInt64 = 0
  /// The records by number; those that are gone are removed from time to time.
  private var entries: [Entry] = []
  private var goneCount = 0
  private var tracks: [CallID: Track] = [:]
  /// The calls that are over, the oldest end first; `endedHead` is the place of the oldest.
  private var ended: [CallID] = []
  private var endedHead = 0
  /// The records without a call, the oldest first, with the place of the oldest and their memory.
  private var others: [UInt64] = []
  private var othersHead = 0
  private var otherBytes = 0
  /// The SIP messages without a call, which wait for a later message of their dialog.
  private var orphans = OrphanedMessages()

  /// Creates an empty recorder.
  ///
  /// - Parameter limit: the limit, in bytes.
  package init(limit: Int = 64 << 20) {
    self.limit = max(limit, 1 << 16)
  }

  /// The number of kept records.
  package var count: Int { entries.count - goneCount }

  /// Returns the number of a call's records that are gone while others are kept; 0 for a whole call.
  package func cutRecords(of call: CallID) -> Int { tracks[call]?.cut ?? 0 }

  // MARK: Writing

  /// Keeps a record.
  package mutating func take(_ record: JournalRecord) {
    last += 1
    var calls: [CallID] = []
    for call in MentionedCalls.of(record) where !calls.contains(call) { calls.append(call) }
    let size = record.memorySize + 64 * calls.count
    entries.append(Entry(number: last, record: record, calls: calls, size: size, keepers: calls.count))
    bytes += size
    if calls.isEmpty {
      others.append(last)
      otherBytes += size
    }
    let (begun, over) = Self.changes(record)
    for call in calls {
      let isNew = tracks[call] == nil
      tracks[call, default: Track()].numbers.append(last)
      // A late word about a call that is gone brings no end of its own.
      if over.contains(call) || (isNew && !begun.contains(call)) { end(call) }
    }
    for number in orphans.take(record, number: last) { adopt(number, by: calls) }
    while bytes > limit, makeRoom() {}
    tidy()
  }

  /// Gives a message without a call to the call of a later message: the first INVITE comes before its call exists.
  private mutating func adopt(_ number: UInt64, by calls: [CallID]) {
    guard let call = calls.first, let place = place(of: number), !entries[place].isGone,
      let other = others[othersHead...].firstIndex(of: number), let later = tracks[call]?.numbers,
      case .wire(let provider, nil, protocol: let name, let text, let isOutgoing) = entries[place].record.body
    else { return }
    others.remove(at: other)
    otherBytes -= entries[place].size
    let time = entries[place].record.time
    entries[place].record = JournalRecord(time: time, .wire(provider, call, protocol: name, text: text, isOutgoing: isOutgoing))
    (entries[place].calls, entries[place].keepers) = ([call], 1)
    tracks[call]?.numbers.insert(number, at: later.firstIndex { $0 > number } ?? later.count)
  }

  private mutating func end(_ call: CallID) {
    guard tracks[call]?.isOver == false else { return }
    tracks[call]?.isOver = true
    ended.append(call)
  }

  /// Returns the calls that begin with a record, and those that end with it.
  private static func changes(_ record: JournalRecord) -> (begun: [CallID], over: [CallID]) {
    guard case .received(_, let event, let effects) = record.body else { return ([], []) }
    var (begun, over): ([CallID], [CallID]) = ([], [])
    if case .incoming(_, let incoming, _) = event { begun.append(incoming.call) }
    for effect in effects {
      switch effect {
      case .entered(let call, _): begun.append(call)
      case .ended(let call, _), .refuseIncoming(_, let call, _, _): over.append(call)
      default: break
      }
    }
    return (begun, over)
  }

  // MARK: Dropping

  /// Drops a call or a record; returns false when nothing is left to drop.
  private mutating func makeRoom() -> Bool {
    // Records about no call are few in a healthy host, so they get a small part of the memory.
    if otherBytes > limit / 16, dropOther() { return true }
    if endedHead < ended.count {
      let call = ended[endedHead]
      endedHead += 1
      dropCall(call)
      return true
    }
    if dropOther() { return true }
    guard count > 1, let place = entries.firstIndex(where: { !$0.isGone }) else { return false }
    for call in entries[place].calls { tracks[call]?.cut += 1 }
    drop(at: place)
    return true
  }

  private mutating func dropCall(_ call: CallID) {
    guard let track = tracks.removeValue(forKey: call) else { return }
    for number in track.numbers {
      guard let place = place(of: number), !entries[place].isGone else { continue }
      entries[place].keepers -= 1
      if entries[place].keepers == 0 { drop(at: place) }
    }
  }

  private mutating func dropOther() -> Bool {
    guard othersHead < others.count else { return false }
    let number = others[othersHead]
    othersHead += 1
    if let place = place(of: number), !entries[place].isGone {
      otherBytes -= entries[place].size
      drop(at: place)
    }
    return true
  }

  private mutating func drop(at place: Int) {
    entries[place].isGone = true
    // Its memory goes now: the entry stays until `tidy` removes many at once.
    entries[place].record = JournalRecord(time: .zero, .closed(LineID(rawValue: "")))
    entries[place].calls = []
    bytes -= entries[place].size
    dropped += 1
    goneCount += 1
  }

  /// Frees the memory of what is gone, seldom, so that each record costs constant time.
  private mutating func tidy() {
    if goneCount >= 256, goneCount * 2 > entries.count {
      entries.removeAll { $0.isGone }
      goneCount = 0
    }
    if endedHead >= 256, endedHead * 2 > ended.count {
      ended.removeFirst(endedHead)
      endedHead = 0
    }
    if othersHead >= 256, othersHead * 2 > others.count {
      others.removeFirst(othersHead)
      othersHead = 0
    }
  }

  /// Returns the place of a number; nil when its record was removed.
  private func place(of number: UInt64) -> Int? {
    let place = firstPlace(after: number - 1)
    return place < entries.count && entries[place].number == number ? place : nil
  }

  /// Returns the place of the first record after a number.
  private func firstPlace(after number: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Reading

  /// Returns records of a choice after a number, at most `limit`.
  ///
  /// - Parameters:
  ///   - number: the number of the last record that the reader has; 0 for none.
  ///   - choice: the records that the reader wants.
  ///   - limit: the largest number of records.
  package func page(after number: UInt64, of choice: Choice, limit: Int) -> Page {
    var page = Page(next: number)
    if case .call(let call) = choice {
      for known in tracks[call]?.numbers ?? [] where known > number {
        guard let place = place(of: known), !entries[place].isGone else { continue }
        if !page.add(entries[place], limit: limit) { return page }
      }
    } else {
      for place in firstPlace(after: number)..<entries.count where !entries[place].isGone {
        if case .line(let line) = choice, entries[place].line != line { continue }
        if !page.add(entries[place], limit: limit) { return page }
      }
    }
    page.next = max(number, last)
    return page
  }
}

extension FlightRecorder.Page {
  /// Adds a record; returns false when the page is full.
  fileprivate mutating func add(_ entry: FlightRecorder.Entry, limit: Int) -> Bool {
    guard entries.count < limit else {
      hasMore = true
      return false
    }
    entries.append(entry)
    next = entry.number
    return true
  }
}
