/// The judge of HTTP requests.
///
/// A pure value: docs/console.md has the table of threats and measures.
package struct ConsoleGate: Equatable, Sendable {
  /// The subprotocol of the WebSocket.
  package static let subprotocol = "hookswitch.v1"

  /// The values of the header Host that name this console.
  package var hosts: Set<String>
  /// True when the console serves HTTPS.
  package var isSecure: Bool
  /// True when a reverse proxy on the Unix socket names persons.
  package var trustsProxy: Bool

  /// Creates a judge.
  package init(hosts: Set<String>, isSecure: Bool = false, trustsProxy: Bool = false) {
    (self.hosts, self.isSecure, self.trustsProxy) = (hosts, isSecure, trustsProxy)
  }

  /// Judges a request.
  package func judge(_ request: ConsoleRequest) -> ConsoleDecision {
    guard let host = request.host?.lowercased(), hosts.contains(host) else { return .refuse(.wrongHost) }
    // A browser names the origin of each request that another site could make: it must be this one.
    if let origin = request.origin, !origins(host).contains(origin.lowercased()) { return .refuse(.forbidden) }
    if request.wantsSocket { return socket(request) }
    switch (request.method, request.path) {
    case (.post, "/session"): return request.origin == nil ? .refuse(.forbidden) : .openSession
    case (_, "/session"): return .refuse(.badMethod)
    case (.get, "/metrics"): return metrics(request)
    case (.get, "/live"): return .health(ready: false)
    case (.get, "/ready"): return .health(ready: true)
    case (.get, let path):
      guard let file = ConsolePage.files[path] else { return .refuse(.notFound) }
      return request.knownTag.map { $0.split { $0 == "," || $0 == " " }.contains { $0 == file.tag } } ?? false
        ? .unchanged(path: path) : .file(path: path)
    default: return .refuse(.badMethod)
    }
  }

  private func origins(_ host: String) -> Set<String> {
    // A reverse proxy may serve HTTPS in front of the Unix socket.
    trustsProxy ? ["https://\(host)", "http://\(host)"] : [(isSecure ? "https://" : "http://") + host]
  }

  private func socket(_ request: ConsoleRequest) -> ConsoleDecision {
    guard request.path == "/rpc" else { return .refuse(.notFound) }
    // A program without Origin is no browser; the console is for browsers, and programs have the daemon's socket.
    guard request.origin != nil else { return .refuse(.forbidden) }
    if trustsProxy, let user = request.proxyUser { return .socket(.proxied(user)) }
    guard let token = request.socketToken else { return .refuse(.unauthorized) }
    return .socket(.token(token))
  }

  private func metrics(_ request: ConsoleRequest) -> ConsoleDecision {
    let isOpen = request.accept?.contains("application/openmetrics-text") ?? false
    if let token = request.bearer { return .metrics(.token(token), isOpenMetrics: isOpen) }
    if trustsProxy, let user = request.proxyUser { return .metrics(.proxied(user), isOpenMetrics: isOpen) }
    return .refuse(.unauthorized)
  }
}

/// Writes the heads of HTTP answers.
package enum ConsoleHead {
  /// The policy for the page: scripts and styles of this console alone, and no markup from text.
  package static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

  /// Returns a head with the headers that each answer has; none sets a cookie.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - type: the type of the body; nil without one.
  ///   - tag: the fingerprint of a file, which a browser may keep and ask about; other answers are not stored.
  ///   - length: the length of the body; nil for an answer that has none by its status.
  ///   - closes: true to end the connection after it.
  package static func text(_ status: ConsoleStatus, type: String? = nil, tag: String? = nil, length: Int?, closes: Bool = false) -> String {
    let given: [(String, String?)] = [
      ("Content-Type", type), ("Content-Length", length.map { "\($0)" }), ("ETag", tag),
      ("Cache-Control", tag == nil ? "no-store" : "no-cache"), ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
      ("WWW-Authenticate", status == .unauthorized ? "Bearer" : nil), ("Connection", closes ? "close" : nil),
    ]
    let lines = given.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
    return "HTTP/1.1 \(status.rawValue) \(status.words)\r\n\(lines.joined())\r\n"
  }
}
