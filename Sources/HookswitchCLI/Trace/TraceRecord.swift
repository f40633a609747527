internal import CallControl
internal import FoundationEssentials
internal import JournalKit

/// One step of a ladder as a line of JSON: fields that do not apply are left out, keys come in alphabetical order.
struct TraceRecord: Encodable {
  /// Seconds since the journal's first record, to the millisecond.
  var time: Double
  var line: String
  /// `message`, `state`, `note` or `audio`.
  var step: String
  /// The labels of the step's calls.
  var calls: [String]?
  var from: String?
  var to: String?
  /// The step in one line, as in the ladder.
  var text: String
  /// A transport's message in full.
  var message: String?
  /// True for a refusal, a failure or a loss; otherwise left out.
  var trouble: Bool?

  /// Makes the record; nil for rows that only a drawing needs.
  init?(_ row: LadderRow, of ladder: Ladder) {
    time = Double(row.time.nanoseconds / 1_000_000) / 1000
    line = ladder.line.rawValue
    let names = row.calls.compactMap { call in ladder.calls.first { $0.call == call }?.name }
    calls = names.isEmpty ? nil : names
    switch row.body {
    case .message(let message):
      step = "message"
      (from, to, text) = (message.from.title, message.to.title, message.label)
      self.message = message.detail.isEmpty ? nil : message.detail
      trouble = message.isTrouble ? true : nil
    case .state(_, let text, let isTrouble):
      step = "state"
      self.text = text
      trouble = isTrouble ? true : nil
    case .note(let text):
      step = "note"
      self.text = text
    case .audio(let provider, let isOn, let reason):
      step = "audio"
      to = provider.rawValue
      text = "audio \(isOn ? "on" : "off") (\(reason.rawValue))"
    case .pause: return nil
    }
  }

  /// The record as one line.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The record has only texts and whole milliseconds, so encoding cannot fail.
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The format of a ladder diagram.
enum TraceFormat: String, CaseIterable {
  case text
  case mermaid
  case svg
  case json
  case otlp
  case pcapng

  /// True for a format that shows records and no ladders.
  var isExport: Bool { self == .otlp || self == .pcapng }

  /// Writes records to a file, or to standard output.
  ///
  /// - Parameters:
  ///   - records: the records.
  ///   - zero: the date of time zero, in seconds since 1970.
  ///   - call: the only call to write; nil for all.
  ///   - path: the file; nil for standard output.
  func export(_ records: [JournalRecord], zero: Double, of call: CallID?, to path: String?) throws(CommandError) -> ExitCode {
    if self == .pcapng {
      try OutputFile.write(bytes: PacketCapture(zero: zero, version: hookswitchVersion).bytes(of: records, call: call), to: path ?? "-")
    } else {
      try OutputFile.write(SpanDocument(zero: zero, version: hookswitchVersion).text(of: records, call: call), to: path ?? "-")
    }
    return .success
  }

  /// Draws the ladders; only text uses `paint` and `showsMessages`.
  ///
  /// - Throws: a usage error for several ladders when the format permits only one.
  func drawing(of ladders: [Ladder], width: Int, showsMessages: Bool, paint: @escaping TextLadder.Paint) throws(CommandError) -> String {
    switch self {
    case .text:
      let renderer = TextLadder(width: width, showsMessages: showsMessages, paint: paint)
      return ladders.map { renderer.text(of: $0) }.joined(separator: "\n\n\n")
    case .json:
      return ladders.flatMap { ladder in ladder.rows.compactMap { TraceRecord($0, of: ladder)?.json } }.joined(separator: "\n")
    case .svg:
      return VectorLadder().text(of: ladders)
    case .otlp, .pcapng: return ""
    case .mermaid:
      guard ladders.count == 1 else {
        throw .usage(
          "trace: a Mermaid diagram shows one line, and there are \(ladders.count): add --line with \(Self.list(ladders.map { "\($0.line)" }))"
        )
      }
      return MermaidLadder().text(of: ladders[0])
    }
  }

  /// Lists the first few of `words`, for a sentence that asks for one of them.
  static func list(_ words: [String]) -> String {
    let shown = words.prefix(6)
    let rest = words.count - shown.count
    if rest > 0 { return shown.joined(separator: ", ") + " or one of \(rest) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " or " + last
  }
}
