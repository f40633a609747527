internal import CallControl
internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import JournalKit
internal import StrictJSON

/// The ladder of a running daemon's call: `hookswitch trace --live CALL`.
struct LiveTrace {
  private let call: String
  private let format: TraceFormat
  private let file: String?
  private let showsMessages: Bool
  private let console: Console
  private let daemon: DaemonClient

  /// Connects to the daemon.
  init(_ call: String, _ format: TraceFormat, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    (self.call, self.format, self.console) = (call, format, console)
    file = arguments.value("--out")
    showsMessages = arguments.has("--messages")
    daemon = try DaemonClient(arguments, verb: "trace")
  }

  /// Draws the call until it is over; as a picture or an export, what the daemon has of it now.
  func run() throws(CommandError) -> ExitCode {
    let id = try resolved()
    if file != nil || ![.text, .json].contains(format) { return try drawOnce(id) }
    var growth = LadderGrowth()
    _ = try daemon.call(.traceSubscribe, .object(of: ["call": .string(id.uuidString)]))
    while !growth.isOver(id) {
      let news: ClientNotification?
      do throws(ClientError) { news = try daemon.client.next(within: .seconds(3_600)) } catch {
        throw ClientFailure.error(error, verb: "trace")
      }
      guard let news, news.method == NotificationName.trace.rawValue else { continue }
      growth.recorded.add(news.parameters["records"]?.array ?? [])
      if let text = drawing(&growth, of: id) { console.print(text) }
    }
    return .success
  }

  /// Returns the call's id; a call that has ended needs its whole id.
  private func resolved() throws(CommandError) -> CallID {
    if let id = UUID(uuidString: call) { return id }
    let found = try daemon.call(.callGet, .object(of: ["call": .string(call)]))
    guard let id = found["call"]?.string.flatMap({ UUID(uuidString: $0) }) else {
      throw .failed("trace: the daemon's answer names no call")
    }
    return id
  }

  private func drawOnce(_ id: CallID) throws(CommandError) -> ExitCode {
    var recorded = RecordedCalls()
    var after = 0
    while true {
      let page = try daemon.call(.traceRead, .object(of: ["call": .string(id.uuidString), "after": .integer(after)]))
      recorded.add(page["records"]?.array ?? [])
      after = page["next"]?.integer ?? 0
      if page["more"] != .bool(true) { break }
    }
    guard !recorded.records.isEmpty else { throw .failed("trace: the daemon's flight recorder has nothing of the call \(call)") }
    if format.isExport { return try format.export(recorded.records, zero: recorded.zero, of: id, to: file) }
    let text = try format.drawing(of: recorded.ladders(of: id), width: 120, showsMessages: showsMessages) { text, _ in text }
    try OutputFile.write(text, to: file ?? "-")
    return .success
  }

  /// Returns the text of the rows that are new.
  private func drawing(_ growth: inout LadderGrowth, of id: CallID) -> String? {
    guard let ladder = growth.recorded.ladders(of: id).first else { return nil }
    let (start, isWider) = growth.advance(ladder)
    if format == .json {
      let lines = ladder.rows.dropFirst(start).compactMap { LadderStep($0, of: ladder)?.json.text }
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
    let renderer = TextLadder(width: TerminalWidth.current, showsMessages: showsMessages) { console.styled($0, TraceVerb.style(of: $1)) }
    return renderer.text(of: ladder, from: start, hasTitles: isWider)
  }
}

/// The records of a call that grow, and the rows of their ladder that are drawn.
///
/// A pure value.
struct LadderGrowth {
  var recorded = RecordedCalls()
  private var drawn = 0
  private var columns: [Participant] = []

  /// True once a call has ended or was refused.
  func isOver(_ call: CallID) -> Bool {
    recorded.records.contains { record in
      guard case .received(_, _, let effects) = record.body else { return false }
      return effects.contains { effect in
        switch effect {
        case .ended(call, _), .refuseIncoming(_, call, _, _): true
        default: false
        }
      }
    }
  }

  /// Returns the first row that is not drawn, and true when the ladder has new columns; then all rows count as drawn.
  mutating func advance(_ ladder: Ladder) -> (start: Int, isWider: Bool) {
    defer { (drawn, columns) = (ladder.rows.count, ladder.participants) }
    return (drawn, columns != ladder.participants)
  }
}
