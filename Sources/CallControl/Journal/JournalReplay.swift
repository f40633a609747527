/// Runs a journal again and compares: the same events must give the same effects.
public struct JournalReplay: Sendable {
  /// Where a journal and its replay part ways.
  public struct Difference: Error, Hashable, Sendable {
    /// The record's place in the journal, counting from 0.
    public let record: Int
    /// The line.
    public let line: LineID
    /// What the journal says.
    public let recorded: [LineEffect]
    /// What the rules say now.
    public let replayed: [LineEffect]
  }

  private var lines: [LineID: Line] = [:]
  private var count = 0
  /// How many events were run again, so far.
  public private(set) var events = 0

  /// A replay that has not begun.
  public init() {}

  /// Runs one record again.
  ///
  /// - Throws: `Difference` when its effects are not what the rules decide now.
  public mutating func run(_ record: JournalRecord) throws(Difference) {
    defer { count += 1 }
    switch record.body {
    case .opened(let id, let policy, let roster):
      lines[id] = Line(id: id, policy: policy, roster: roster)
    case .received(let id, let event, let recorded):
      events += 1
      let replayed = lines[id, default: Line(id: id)].receive(event, at: record.time)
      if replayed != recorded { throw Difference(record: count, line: id, recorded: recorded, replayed: replayed) }
    case .closed(let id):
      lines[id] = nil
    case .provider, .wire, .unknown:
      break
    }
  }
}
