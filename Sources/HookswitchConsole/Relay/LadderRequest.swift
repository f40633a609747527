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
  enum Format: String, CaseIterable, Sendable { case steps, text, svg, mermaid }

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

  /// Returns the answer for the browser, from the daemon's answer.
  func answer(id: Int, _ line: [UInt8]) -> String {
    guard let given = try? JSONReader.read(line, limits: JSONLimits(depth: 128)) else {
      return BrowserMessage.error(id: id, code: -32_603, word: "internal", sentence: "the daemon's answer is no JSON")
    }
    guard let page = given["result"] else {
      return JSONValue.object(of: ["jsonrpc": "2.0", "id": .integer(id), "error": given["error"] ?? .object([])]).text
    }
    return JSONValue.object(of: ["jsonrpc": "2.0", "id": .integer(id), "result": result(page)]).text
  }

  private func result(_ page: JSONValue) -> JSONValue {
    let decoder = JSONDecoder()
    let records = (page["records"]?.array ?? []).compactMap { entry in
      entry["record"].flatMap { try? decoder.decode(JournalRecord.self, from: Data($0.text.utf8)) }
    }
    let names = CallNames(records)
    let wanted = names.calls.first { $0.uuidString.uppercased().hasPrefix(call.uppercased()) }
    var ladders = Ladder.all(of: records, names: names, begun: page["records"]?.array?.first?["time"]?.string)
    if let wanted { ladders = ladders.filter { $0.calls.contains { $0.call == wanted } }.map { $0.showing(only: wanted) } }
    switch format {
    case .steps:
      var participants: [String] = []
      for title in ladders.flatMap(\.participants).map(\.title) where !participants.contains(title) { participants.append(title) }
      var steps: [JSONValue] = []
      for ladder in ladders { steps += ladder.rows.enumerated().compactMap { Self.step($1, number: $0, of: ladder) } }
      return .object(of: [
        "participants": .strings(participants), "steps": .array(steps), "dropped": page["dropped"] ?? 0, "next": page["next"] ?? 0,
      ])
    case .text:
      return Self.file(ladders.map { TextLadder(showsMessages: true).text(of: $0) }.joined(separator: "\n\n\n"), "text/plain;charset=utf-8")
    case .svg: return Self.file(VectorLadder().text(of: ladders), "image/svg+xml")
    case .mermaid: return Self.file(ladders.first.map { MermaidLadder().text(of: $0) } ?? "", "text/plain;charset=utf-8")
    }
  }

  private static func file(_ text: String, _ type: String) -> JSONValue { .object(of: ["text": .string(text), "type": .string(type)]) }

  /// Returns a row as `hookswitch trace --format json` writes it; nil for rows that only a drawing needs.
  private static func step(_ row: LadderRow, number: Int, of ladder: Ladder) -> JSONValue? {
    let time = Double(row.time.nanoseconds / 1_000_000) / 1_000
    func step(_ kind: String, _ text: String, from: String? = nil, to: String? = nil, message: String? = nil, trouble: Bool = false)
      -> JSONValue
    {
      .object(of: [
        "number": .integer(number), "time": .number(JSONNumber(time)), "line": .string(ladder.line.rawValue), "step": .string(kind),
        "from": from.map { .string($0) }, "to": to.map { .string($0) }, "text": .string(text), "message": message.map { .string($0) },
        "trouble": trouble ? .bool(true) : nil,
      ])
    }
    switch row.body {
    case .message(let message):
      return step(
        "message", message.label, from: message.from.title, to: message.to.title, message: message.detail.isEmpty ? nil : message.detail,
        trouble: message.isTrouble)
    case .state(_, let text, let isTrouble): return step("state", text, trouble: isTrouble)
    case .note(let text): return step("note", text)
    case .audio(let provider, let isOn, let reason):
      return step("audio", "audio \(isOn ? "on" : "off") (\(reason.rawValue))", to: provider.rawValue)
    case .pause: return nil
    }
  }
}
