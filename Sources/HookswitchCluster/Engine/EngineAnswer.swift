internal import StrictJSON

/// The engine's answer to a message for a stream.
package enum EngineAnswer: Equatable, Sendable {
  /// The stream has the message; `isAgain` is true where it had it before.
  case stored(sequence: UInt64, isAgain: Bool)
  /// The subject's last sequence is not the expected one.
  case lost
  /// The engine cannot answer now, such as while it has no leader.
  case busy
  /// The engine refuses.
  case refused(code: Int, text: String)

  /// The engine's code for a sequence that is not the expected one.
  private static let wrongSequence = 10_071

  /// Reads an answer; nil for anything else.
  package init?(_ body: [UInt8]) {
    if let sequence = Self.plainSequence(body) {
      self = .stored(sequence: sequence, isAgain: false)
      return
    }
    guard let answer = try? JSONReader.read(body) else { return nil }
    if let error = answer["error"] {
      let code = error["err_code"]?.integer ?? error["code"]?.integer ?? 0
      if code == Self.wrongSequence {
        self = .lost
      } else if error["code"]?.integer == 503 {
        self = .busy
      } else {
        self = .refused(code: code, text: error["description"]?.string ?? "no reason given")
      }
      return
    }
    guard let number = answer["seq"]?.integer, let sequence = UInt64(exactly: number), sequence > 0 else { return nil }
    self = .stored(sequence: sequence, isAgain: answer["duplicate"] == .bool(true))
  }

  /// Returns the number in an answer that has a stream and a number alone, as nearly all have: there is one for each record.
  private static func plainSequence(_ body: [UInt8]) -> UInt64? {
    // Views, which need no memory of their own.
    let (begin, middle) = ("{\"stream\":\"".utf8, "\"seq\":".utf8)
    guard body.starts(with: begin), let quote = body[begin.count...].firstIndex(of: UInt8(ascii: "\"")),
      body.last == UInt8(ascii: "}")
    else { return nil }
    var rest = body[(quote + 1)..<(body.count - 1)]
    guard rest.popFirst() == UInt8(ascii: ","), !body[begin.count..<quote].contains(UInt8(ascii: "\\")) else { return nil }
    if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    guard rest.starts(with: middle) else { return nil }
    rest = rest.dropFirst(middle.count)
    guard (1...19).contains(rest.count), rest.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    let sequence = rest.reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    return sequence > 0 ? sequence : nil
  }

  /// Returns the answer that says that a message is stored.
  package static func text(stored sequence: UInt64, isAgain: Bool, stream: String) -> [UInt8] {
    JSONValue.object(of: [
      "stream": .string(stream), "seq": .integer(sequence), "duplicate": isAgain ? .bool(true) : nil,
    ]).jsonText()
  }

  /// Returns the answer that says that a condition does not hold.
  package static func text(lost sequence: UInt64) -> [UInt8] {
    let error = JSONValue.object(of: [
      "code": .integer(400), "err_code": .integer(wrongSequence), "description": .string("wrong last sequence: \(sequence)"),
    ])
    return JSONValue.object(of: ["error": error, "stream": "", "seq": .integer(0)]).jsonText()
  }
}
