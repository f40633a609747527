public import CallControl

/// One line's events and decisions as a ladder diagram: messages, call states and the time between them.
///
/// A pure value; `TextLadder`, `MermaidLadder` and `VectorLadder` draw it. All its text is safe to display: single lines without control
/// characters, except that a message's detail has several lines.
public struct Ladder: Hashable, Sendable {
  /// The line.
  public let line: LineID
  /// The columns, from left to right.
  public let participants: [Participant]
  /// The calls that the ladder shows, in the order of their labels.
  public let calls: [CallSummary]
  /// The time at which the journal begins, for people; nil when it is unknown.
  public let begun: String?
  /// The steps, from top to bottom.
  public let rows: [LadderRow]

  /// The shortest gap, in nanoseconds, that a ladder shows as a pause.
  static let pause: Int64 = 1_000_000_000

  /// Returns a ladder for each line of a journal, in the order in which the journal first mentions the lines.
  ///
  /// - Parameter begun: The time of the journal's first record, formatted for people.
  public static func all(of records: [JournalRecord], names: CallNames, begun: String? = nil) -> [Ladder] {
    let records = SIPCalls.joined(records)
    let index = JournalIndex(records)
    let start = records.first?.time ?? .zero
    var builders: [LineID: LadderBuilder] = [:]
    for line in index.lines { builders[line] = LadderBuilder(line: line, names: names, start: start, begun: begun) }
    for (number, record) in records.enumerated() {
      for line in index.lines(of: record, number) { builders[line]?.add(record, number: number) }
    }
    return index.lines.compactMap { builders[$0]?.ladder }
  }

  /// Returns the ladder of one call, with the rows of the same moments that concern no call.
  public func showing(only call: CallID) -> Ladder {
    let moments = Set(rows.lazy.filter { $0.calls.contains(call) }.map(\.record))
    let kept = rows.filter { row in
      if case .pause = row.body { return false }
      return row.calls.contains(call) || (row.calls.isEmpty && moments.contains(row.record))
    }
    let mentioned = Set(kept.flatMap(\.calls))
    return Ladder(line: line, order: participants, calls: calls.filter { mentioned.contains($0.call) }, begun: begun, events: kept)
  }

  /// Creates a ladder and inserts its pauses.
  ///
  /// - Parameters:
  ///   - order: The possible columns, of which the ladder keeps those that a row uses.
  ///   - events: The rows without pauses.
  init(line: LineID, order: [Participant], calls: [CallSummary], begun: String?, events: [LadderRow]) {
    self.line = line
    self.begun = begun.map { PlainText.clean($0, limit: 40) }
    self.calls = calls
    let touched = Set(events.flatMap { $0.participants(line: line) }).union([.programs, .line(line)])
    participants = order.filter(touched.contains)
    var rows: [LadderRow] = []
    for row in events {
      if let last = rows.last {
        let (gap, overflow) = row.time.nanoseconds.subtractingReportingOverflow(last.time.nanoseconds)
        if !overflow, gap >= Self.pause { rows.append(LadderRow(time: row.time, record: row.record, calls: [], body: .pause(gap))) }
      }
      rows.append(row)
    }
    self.rows = rows
  }
}
