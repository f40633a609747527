/// The parts of an HTTP request that the console judges.
///
/// A pure value.
package struct ConsoleRequest: Equatable, Sendable {
  /// The method of a request.
  package enum Method: Equatable, Sendable { case get, post, other }

  /// The method.
  package var method = Method.get
  /// The path, without arguments.
  package var path = "/"
  /// The header Host; nil without one.
  package var host: String?
  /// The header Origin.
  package var origin: String?
  /// The header Authorization.
  package var authorization: String?
  /// The header If-None-Match.
  package var knownTag: String?
  /// The header Accept.
  package var accept: String?
  /// The header Sec-WebSocket-Protocol.
  package var subprotocols: String?
  /// The person that a reverse proxy names; nil unless the console believes it.
  package var proxyUser: String?
  /// True for the handshake of a WebSocket.
  package var wantsSocket = false

  /// Creates a request for the page.
  package init() {}

  /// The token of the subprotocol `bearer.TOKEN`.
  var socketToken: String? {
    let words = (subprotocols ?? "").split { $0 == "," || $0 == " " }
    guard words.contains(where: { $0 == ConsoleGate.subprotocol }), let bearer = words.first(where: { $0.hasPrefix("bearer.") }) else {
      return nil
    }
    return Self.secret(bearer.dropFirst(7))
  }

  /// The token of the header Authorization.
  var bearer: String? {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return nil }
    return Self.secret(authorization.dropFirst(7))
  }

  /// Returns a secret of 256 bits in hexadecimal digits; nil for any other text.
  static func secret(_ text: Substring) -> String? {
    let isSecret = text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isSecret ? String(text) : nil
  }
}

/// The decision on an HTTP request.
package enum ConsoleDecision: Equatable, Sendable {
  /// A file of the page.
  case file(path: String)
  /// The browser has the file already.
  case unchanged(path: String)
  /// The exchange of a code for a token; the body follows.
  case openSession
  /// A WebSocket, with the credentials for the daemon.
  case socket(ConsoleCredentials)
  /// The metrics, for a session or for a listener without tokens.
  case metrics(ConsoleCredentials?, isOpenMetrics: Bool)
  /// The health of the daemon: true for `/ready`, false for `/live`.
  case health(ready: Bool)
  /// A refusal.
  case refuse(ConsoleStatus)
}

/// The proof of a person: the token of a session, or the name that a trusted proxy gives.
package enum ConsoleCredentials: Hashable, Sendable {
  /// The token of a session.
  case token(String)
  /// A person whom the reverse proxy on the Unix socket has identified.
  case proxied(String)
}

/// The status of an answer.
package enum ConsoleStatus: Int, Sendable {
  case ok = 200
  case notModified = 304
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case badMethod = 405
  case tooLarge = 413
  case wrongHost = 421
  case tooMany = 429
  case noDaemon = 502
  case unavailable = 503

  /// The words of the status line.
  var words: String {
    switch self {
    case .ok: "OK"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .badMethod: "Method Not Allowed"
    case .tooLarge: "Content Too Large"
    case .wrongHost: "Misdirected Request"
    case .tooMany: "Too Many Requests"
    case .noDaemon: "Bad Gateway"
    case .unavailable: "Service Unavailable"
    }
  }
}
