import HostDoors
import HostSurface
import StrictJSON
import Testing

@Suite("RequestReader: lines become requests of JSON-RPC 2.0")
struct RequestReaderTests {
  /// Writes a line that was read as words.
  static func words(_ line: String) -> String {
    switch RequestReader.read(Array(line.utf8)) {
    case .request(let id, let method, let parameters): return "request \(id.text) \(method) \(parameters?.text ?? "-")"
    case .notification(let method, let parameters): return "notification \(method) \(parameters?.text ?? "-")"
    case .wrong(let id, let error, let isObject): return "\(error.number) \(error.code) \(id.text)\(isObject ? "" : " garbage")"
    }
  }

  static let cases: [(line: String, words: String)] = [
    (#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request 1 a -"),
    (#" {"method":"a","params":{"b":[]},"id":"x","jsonrpc":"2.0","more":{}} "#, #"request "x" a {"b":[]}"#),
    (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":""}"#, "request -9223372036854775808  -"),
    (#"{"jsonrpc":"2.0","method":"a","params":{}}"#, "notification a {}"),
    (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "-32600 invalidRequest null"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "-32600 invalidRequest null"),
    (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"a"}"#, "-32600 invalidRequest null"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, "-32600 invalidRequest null"),
    (#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, "-32600 invalidRequest null"),
    (#"{"id":1,"method":"a"}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":2.0,"id":1,"method":"a"}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":"2.0","id":"i"}"#, #"-32600 invalidRequest "i""#),
    (#"{"jsonrpc":"2.0","id":1,"method":1}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":"b"}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#, "-32600 invalidRequest 1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, "-32602 invalid 1"),
    (#"{"jsonrpc":"2.0","method":"a","params":[1]}"#, "-32602 invalid null"),
    ("{}", "-32600 invalidRequest null"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "-32600 invalidRequest null garbage"),
    ("[]", "-32600 invalidRequest null garbage"),
    ("7", "-32600 invalidRequest null garbage"),
    ("GET / HTTP/1.1", "-32700 parse null garbage"),
    ("{", "-32700 parse null garbage"),
    (#"{"jsonrpc":"2.0","id":1,"id":1,"method":"a"}"#, "-32700 parse null garbage"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a"}}"#, "-32700 parse null garbage"),
  ]

  @Test("Each line is a request, a notification or an error with its id", arguments: cases.indices)
  func line(_ number: Int) {
    #expect(Self.words(Self.cases[number].line) == Self.cases[number].words)
  }

  @Test("An id has at most 64 bytes")
  func longID() {
    let request = { (id: String) in "{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"method\":\"a\"}" }
    let id = String(repeating: "é", count: 32)
    #expect(Self.words(request(id)) == "request \"\(id)\" a -")
    #expect(Self.words(request(id + "x")) == "-32600 invalidRequest null")
  }

  @Test("A text is nested at most 32 deep, and an object has at most 1,024 members")
  func limits() {
    let deep = { (count: Int) in
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":"# + String(repeating: "[", count: count) + String(repeating: "]", count: count)
        + "}}"
    }
    #expect(Self.words(deep(30)).hasPrefix("request"))
    #expect(Self.words(deep(31)) == "-32700 parse null garbage")
    let wide = { (count: Int) in
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"# + (0..<count).map { "\"m\($0)\":0" }.joined(separator: ",") + "}}"
    }
    #expect(Self.words(wide(1_024)).hasPrefix("request"))
    #expect(Self.words(wide(1_025)) == "-32700 parse null garbage")
  }

  @Test("A parse error names line and column")
  func place() throws {
    guard case .wrong(_, let error, _) = RequestReader.read(Array(#"{"id":tru}"#.utf8)) else { throw TestFailure("no error") }
    #expect(error.data.text == #"{"code":"parse","line":1,"column":7}"#)
    #expect(error.message.contains("line 1, column 7"))
  }

  @Test("Replies are one line each, whatever is in them")
  func writer() {
    let reply = ReplyWriter.reply(to: .string("a\n\u{0}\""), .success(.object(of: ["b": .string("c\r\nd\u{2028}")])))
    #expect(String(decoding: reply, as: UTF8.self) == #"{"jsonrpc":"2.0","id":"a\n\u0000\"","result":{"b":"c\u000d\nd"# + "\u{2028}\"}}\n")
    #expect(reply.filter { $0 == 10 }.count == 1)
    let error = ReplyWriter.tooFast(RateLimit(perSecond: 200, burst: 400), retryAfter: .microseconds(4_001))
    #expect(error.data.text == #"{"code":"tooFast","limit":200,"retryAfter":0.005}"#)
    #expect(error.number == -32005)
  }
}

/// A failure of a test itself.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
