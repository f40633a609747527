/// Builds messages for tests.
package enum SIPText {
  /// A description with one stream of G.711.
  package static func offer(_ address: String) -> String {
    "v=0\r\no=- 1 1 IN IP4 \(address)\r\ns=-\r\nc=IN IP4 \(address)\r\nt=0 0\r\nm=audio 40000 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\n"
  }

  /// Returns a request from a socket of the test; `headers` are whole lines without their ends.
  package static func request(
    _ method: String, from socket: WireSocket, callID: String, cseq: Int = 1, branch: String, fromTag: String = "test", toTag: String = "",
    headers: [String] = [], body: String = "", bodyType: String = "application/sdp", transport: String = "UDP"
  ) -> String {
    var lines = [
      "\(method) sip:anybody@127.0.0.1 SIP/2.0",
      "Via: SIP/2.0/\(transport) \(socket.address):\(socket.port);branch=z9hG4bK\(branch)",
      "Max-Forwards: 70",
      "From: <sip:test@\(socket.address)>;tag=\(fromTag)",
      "To: <sip:anybody@127.0.0.1>\(toTag.isEmpty ? "" : ";tag=\(toTag)")",
      "Call-ID: \(callID)",
      "CSeq: \(cseq) \(method)",
      "Contact: <sip:test@\(socket.address):\(socket.port)\(transport == "TCP" ? ";transport=tcp" : "")>",
    ]
    lines += headers
    if !body.isEmpty { lines.append("Content-Type: \(bodyType)") }
    lines.append("Content-Length: \(body.utf8.count)")
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Returns a response to a request that `socket` received.
  package static func response(
    to request: Reply, _ status: Int, from socket: WireSocket, tag: String, body: String = ""
  ) -> String {
    var lines = ["SIP/2.0 \(status) Test"]
    for name in ["via", "from", "to", "call-id", "cseq"] {
      for value in request.headers([name]) { lines.append("\(name): \(value)\(name == "to" ? ";tag=\(tag)" : "")") }
    }
    lines.append("Contact: <sip:test@\(socket.address):\(socket.port)>")
    if !body.isEmpty { lines.append("Content-Type: application/sdp") }
    lines.append("Content-Length: \(body.utf8.count)")
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Returns a parameter of a header's value.
  package static func parameter(_ name: String, of value: String) -> String {
    for part in value.split(separator: ";").dropFirst() where part.trimmed.lowercased().hasPrefix(name + "=") {
      return String(part.trimmed.dropFirst(name.count + 1))
    }
    return ""
  }
}
