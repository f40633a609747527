public import CallControl

/// What one line was told and decided, as a ladder: who spoke to whom, in which state the calls were, and how much time passed.
///
/// A pure value; `TextLadder`, `MermaidLadder` and `VectorLadder` draw it. All text in it is fit to be shown: one line, no control characters.
public struct Ladder: Hashable, Sendable {
  /// The line.
  public let line: LineID
  /// The columns, from left to right.
  public let participants: [Participant]
  /// The calls that it speaks of, in the order of their names.
  public let calls: [CallSummary]
  /// When the journal begins, for people; nil when it does not say.
  public let begun: String?
  /// The steps, from top to bottom.
  public let rows: [LadderRow]

  /// How long nothing must happen before a ladder says so.
  static let pause: Int64 = 1_000_000_000

  /// A ladder for each line of a journal, in the order in which the journal first speaks of them.
  ///
  /// - Parameter begun: when the journal's first record was written, as people are to read it.
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

  /// Only what concerns one call, with what happened at the same moments and names no call.
  public func showing(only call: CallID) -> Ladder {
    let moments = Set(rows.lazy.filter { $0.calls.contains(call) }.map(\.record))
    let kept = rows.filter { row in
      if case .pause = row.body { return false }
      return row.calls.contains(call) || (row.calls.isEmpty && moments.contains(row.record))
    }
    let mentioned = Set(kept.flatMap(\.calls))
    return Ladder(line: line, order: participants, calls: calls.filter { mentioned.contains($0.call) }, begun: begun, events: kept)
  }

  /// - Parameters:
  ///   - order: the columns that there may be, of which those are kept that a row touches.
  ///   - events: the rows without pauses.
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
