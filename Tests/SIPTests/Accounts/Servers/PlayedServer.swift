import SIPWire
import Testing

/// A registrar or proxy that the test controls, a request at a time.
struct PlayedServer {
  private let socket: WireSocket
  /// The answers by the branch of the request: UDP may repeat it.
  private var answers: [String: (text: String, port: UInt16)] = [:]

  init(_ socket: WireSocket) {
    self.socket = socket
  }

  var port: UInt16 { socket.port }

  /// Returns the next request with this method that has no answer yet.
  mutating func next(_ method: String) throws -> Reply {
    while let request = socket.receive(within: 15) {
      guard request.method == method else { continue }
      guard let answer = answers[Self.branch(of: request)] else { return request }
      socket.send(answer.text, to: answer.port)
    }
    return try #require(nil, "no \(method) comes")
  }

  /// Returns true when a request with this header comes within half a second of the previous one.
  func hears(_ header: String) -> Bool {
    while let request = socket.receive(within: 0.5) {
      if request.status == 0, !request.header(header).isEmpty { return true }
    }
    return false
  }

  /// Answers a request, to the address in its Via.
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
