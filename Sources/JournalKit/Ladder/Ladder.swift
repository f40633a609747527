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

/// One step of a ladder, from top to bottom.
public struct LadderRow: Hashable, Sendable {
  /// The content of a row.
  public enum Body: Hashable, Sendable {
    /// An arrow.
    case message(LadderMessage)
    /// A call entered a state: its text, and whether the state is a failure.
    case state(CallID, text: String, isTrouble: Bool)
    /// A note beside the line.
    case note(String)
    /// A provider's audio was switched on (true) or off, with the reason.
    case audio(ProviderID, Bool, AudioReason)
    /// A pause of so many nanoseconds.
    case pause(Int64)
  }

  /// The time since the journal's first record.
  public let time: Instant
  /// The index of the row's record in the journal, from 0; the rows of one record are one moment of the line.
  public let record: Int
  /// The calls that the row concerns.
  public let calls: [CallID]
  /// The content.
  public let body: Body

  /// Returns the columns that the row uses, in no order.
  func participants(line: LineID) -> [Participant] {
    switch body {
    case .message(let message): [message.from, message.to]
    case .audio(let provider, _, _): [.line(line), .provider(provider)]
    case .state, .note, .pause: []
    }
  }
}

/// One arrow of a ladder.
public struct LadderMessage: Hashable, Sendable {
  /// The kind of a message, which decides the style of its arrow.
  public enum Kind: Hashable, Sendable {
    /// A request.
    case asking
    /// The decision on a request, or its completion.
    case answering
    /// A report that answers no request.
    case telling
    /// A report that the line did not accept.
    case ignored
  }

  /// The sender.
  public let from: Participant
  /// The receiver.
  public let to: Participant
  /// The text on the arrow, on one line.
  public let label: String
  /// The whole message with its line breaks, when the label is only an excerpt; else empty.
  public let detail: String
  /// The kind of the message.
  public let kind: Kind
  /// True for a refusal, a failure or a loss, which a drawing highlights.
  public let isTrouble: Bool

  init(
    from: Participant, to: Participant, _ label: String, detail: String = "", kind: Kind, isTrouble: Bool = false
  ) {
    self.from = from
    self.to = to
    self.label = PlainText.clean(label)
    self.detail = detail
    self.kind = kind
    self.isTrouble = isTrouble
  }

  /// Returns the message that switches audio on or off.
  static func audio(_ isOn: Bool, _ reason: AudioReason, from line: LineID, to provider: ProviderID) -> LadderMessage {
    LadderMessage(from: .line(line), to: .provider(provider), "audio \(isOn ? "on" : "off") (\(reason.rawValue))", kind: .telling)
  }
}

/// One column of a ladder: a sender or receiver of messages.
public enum Participant: Hashable, Sendable {
  /// All programs together, which send requests and observe.
  case programs
  /// The line, with the rules.
  case line(LineID)
  /// A provider.
  case provider(ProviderID)
  /// The network side of a provider, with which it exchanges messages of this protocol.
  case wire(ProviderID, protocol: String)
  /// A screener.
  case screener(ScreenerID)

  /// The title of the column.
  public var title: String {
    switch self {
    case .programs: "programs"
    case .line(let line): PlainText.clean("line \(line)", limit: 40)
    case .provider(let provider): PlainText.clean(provider.rawValue, limit: 40)
    case .wire(let provider, protocol: let name): PlainText.clean("\(name) of \(provider)", limit: 40)
    case .screener(let screener): PlainText.clean("screener \(screener)", limit: 40)
    }
  }

  /// The provider of the column; nil for programs, line and screener.
  var provider: ProviderID? {
    switch self {
    case .provider(let provider), .wire(let provider, protocol: _): provider
    case .programs, .line, .screener: nil
    }
  }
}
