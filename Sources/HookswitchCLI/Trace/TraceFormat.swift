internal import CallControl
internal import JournalKit
internal import StrictJSON

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
      return ladders.flatMap { $0.steps.map(\.json.text) }.joined(separator: "\n")
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
