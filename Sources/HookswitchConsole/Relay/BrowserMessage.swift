internal import StrictJSON

/// A message of a browser: one request of JSON-RPC.
///
/// A pure value.
enum BrowserMessage: Equatable, Sendable {
  /// A request for the daemon, as one line without its end.
  case request(id: Int, line: [UInt8])
  /// A request that the console answers: the ladder of a call.
  case ladder(id: Int, LadderRequest)
  /// A message that is no request, or one that no browser may make; the error's code, word and sentence.
  case wrong(id: Int?, code: Int, word: String, sentence: String)

  /// The methods by which a connection takes a session: the console alone uses them.
  static let kept: Set<String> = ["session.open", "session.invite"]

  /// Reads a message.
  init(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes, limits: JSONLimits(depth: 32, size: bytes.count, allowsNUL: false)) else {
      self = .wrong(id: nil, code: -32_700, word: "parse", sentence: "the message is no JSON")
      return
    }
    guard case .object(let members) = value, let method = value["method"]?.string, let id = value["id"]?.integer,
      Set(members.map(\.name)).isSubset(of: ["jsonrpc", "id", "method", "params"])
    else {
      self = .wrong(
        id: value["id"]?.integer, code: -32_600, word: "invalidRequest", sentence: "the message is no request with a whole number as its id"
      )
      return
    }
    if Self.kept.contains(method) {
      self = .wrong(id: id, code: -32_002, word: "notPermitted", sentence: "\(method) is not for browsers")
    } else if method == LadderRequest.method {
      guard let request = LadderRequest(value["params"] ?? .object([])) else {
        self = .wrong(
          id: id, code: -32_602, word: "invalid",
          sentence: "\(method) takes call and, if wanted, format: \(LadderRequest.Format.allCases.map(\.rawValue).joined(separator: ", "))")
        return
      }
      self = .ladder(id: id, request)
    } else {
      // Written anew, so that it is one line whatever spaces it had.
      self = .request(id: id, line: Array(value.text.utf8))
    }
  }

  /// Returns an error as an answer.
  static func error(id: Int?, code: Int, word: String, sentence: String) -> String {
    JSONValue.object(of: [
      "jsonrpc": "2.0", "id": id.map { .integer($0) } ?? .null,
      "error": .object(of: ["code": .integer(code), "message": .string(sentence), "data": .object(of: ["code": .string(word)])]),
    ]).text
  }
}
