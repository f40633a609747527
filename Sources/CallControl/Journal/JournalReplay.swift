/// Replays a journal and checks that the same events give the same effects.
public struct JournalReplay: Sendable {
  /// The first difference between a journal and its replay.
  public struct Difference: Error, Hashable, Sendable {
    /// The record's index in the journal, counting from 0.
    public let record: Int
    /// The record's line.
    public let line: LineID
    /// The effects in the journal.
    public let recorded: [LineEffect]
    /// The effects of the replay.
    public let replayed: [LineEffect]
  }

  private var lines: [LineID: Line] = [:]
  private var count = 0
  /// The number of events replayed so far.
  public private(set) var events = 0

  /// Creates a replay.
  public init() {}

  /// Replays one record.
  ///
  /// - Throws: `Difference` when the record's effects are not those of the rules now.
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
    case .provider, .wire, .upgraded, .unknown:
      break
    }
  }
}
