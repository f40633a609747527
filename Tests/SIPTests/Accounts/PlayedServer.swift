import SIPWire
import Testing

/// A registrar or proxy that the test plays by hand, a request at a time.
struct PlayedServer {
  private let socket: WireSocket
  /// What was answered, by the branch of the request: UDP may bring it again.
  private var answers: [String: (text: String, port: UInt16)] = [:]

  init(_ socket: WireSocket) {
    self.socket = socket
  }

  var port: UInt16 { socket.port }

  /// The next request of this method that has no answer yet.
  mutating func next(_ method: String) throws -> Reply {
    while let request = socket.receive(within: 15) {
      guard request.method == method else { continue }
      guard let answer = answers[Self.branch(of: request)] else { return request }
      socket.send(answer.text, to: answer.port)
    }
    return try #require(nil, "no \(method) comes")
  }

  /// Whether a request with such a header comes within half a second of the last one.
  func hears(_ header: String) -> Bool {
    while let request = socket.receive(within: 0.5) {
      if request.status == 0, !request.header(header).isEmpty { return true }
    }
    return false
  }

  /// Answers, to where the Via says.
  mutating func answer(_ request: Reply, _ status: String, _ headers: [String]) {
    var lines = ["SIP/2.0 " + status]
    lines += request.headers(["via"]).map { "Via: " + $0 }
    lines += ["From: " + request.header("from"), "To: \(request.header("to"));tag=server"]
    lines += ["Call-ID: " + request.header("call-id"), "CSeq: " + request.header("cseq")] + headers + ["Content-Length: 0"]
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    let place = request.header("via").split(separator: " ").last?.prefix { $0 != ";" } ?? ""
    let port = place.split(separator: ":").last.flatMap { UInt16($0) } ?? 5060
    answers[Self.branch(of: request)] = (text, port)
    socket.send(text, to: port)
  }

  private static func branch(of request: Reply) -> String { SIPText.parameter("branch", of: request.header("via")) }
}
