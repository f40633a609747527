internal import CallControl
internal import FoundationEssentials
internal import JournalKit
internal import StrictJSON

/// A browser's question for the ladder of a call, which the console answers from the daemon's flight recorder.
///
/// A pure value.
struct LadderRequest: Equatable, Sendable {
  static let method = "console.ladder"
  /// The largest number of records of a ladder.
  static let limit = 10_000

  /// The form of an answer.
  enum Format: String, CaseIterable, Sendable { case steps, text, svg, mermaid, journal, otlp }

  let call: String
  let format: Format

  init?(_ parameters: JSONValue) {
    guard let call = parameters["call"]?.string, call.utf8.count <= 64,
      let format = parameters["format"].map({ $0.string.flatMap { Format(rawValue: $0) } }) ?? .steps
    else { return nil }
    (self.call, self.format) = (call, format)
  }

  /// The request for the daemon, as a line without its end.
  func line(id: String) -> [UInt8] {
    let request = JSONValue.object(of: [
      "jsonrpc": "2.0", "id": .string(id), "method": "trace.read",
      "params": .object(of: ["call": .string(call), "limit": .integer(Self.limit)]),
    ])
    return Array(request.text.utf8)
  }

  /// Returns the answer for the browser, from the daemon's answer; `version` is the program's.
  func answer(id: Int, _ line: [UInt8], version: String) -> String {
    guard let given = try? JSONReader.read(line, limits: JSONLimits(depth: 128)) else {
      return BrowserMessage.error(id: id, code: -32_603, word: "internal", sentence: "the daemon's answer is no JSON")
    }
    guard let page = given["result"] else {
      return JSONValue.object(of: ["jsonrpc": "2.0", "id": .integer(id), "error": given["error"] ?? .object([])]).text
    }
    return JSONValue.object(of: ["jsonrpc": "2.0", "id": .integer(id), "result": result(page, version)]).text
  }

  private func result(_ page: JSONValue, _ version: String) -> JSONValue {
    var recorded = RecordedCalls()
    recorded.add(page["records"]?.array ?? [])
    // The daemon takes the beginning of an id for a call of its own; the records have the whole.
    let wanted = CallNames(recorded.records).calls.first { $0.uuidString.uppercased().hasPrefix(call.uppercased()) }
    let ladders = recorded.ladders(of: wanted)
    switch format {
    case .steps:
      var participants: [String] = []
      for title in ladders.flatMap(\.participants).map(\.title) where !participants.contains(title) { participants.append(title) }
      return .object(of: [
        "participants": .strings(participants), "steps": .array(ladders.flatMap { $0.steps.map(\.json) }), "dropped": page["dropped"] ?? 0,
        "next": page["next"] ?? 0,
        "begun": recorded.records.isEmpty ? nil : .number(JSONNumber((recorded.begun * 1_000).rounded() / 1_000)),
      ])
    case .text:
      return Self.file(ladders.map { TextLadder(showsMessages: true).text(of: $0) }.joined(separator: "\n\n\n"), "text/plain;charset=utf-8")
    case .svg: return Self.file(VectorLadder().text(of: ladders), "image/svg+xml")
    case .mermaid: return Self.file(ladders.first.map { MermaidLadder().text(of: $0) } ?? "", "text/plain;charset=utf-8")
    case .journal: return Self.file(recorded.journal, "application/jsonl")
    case .otlp:
      return Self.file(
        SpanDocument(zero: recorded.zero, version: version).text(of: recorded.records, call: wanted), "application/json")
    }
  }

  private static func file(_ text: String, _ type: String) -> JSONValue { .object(of: ["text": .string(text), "type": .string(type)]) }
}
