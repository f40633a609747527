internal import StrictJSON

@testable internal import HookswitchConsole

extension FuzzTarget {
  /// Judges the requests of browsers: each is a request line and headers, up to an empty line; the first byte chooses the console.
  static let consoleRequests = FuzzTarget(name: "console-requests") { bytes in
    guard let first = bytes.first else { return }
    let address = first & 1 == 1 ? "unix:/run/console.sock" : "127.0.0.1:7480"
    guard let place = try? ConsoleAddress(address) else { preconditionFailure("the address is refused") }
    let isProxied = first & 3 == 3
    let gate = ConsoleGate(
      hosts: place.knownHosts(7_480, names: ["calls.example"]), isSecure: first & 4 == 4, trustsProxy: isProxied)
    for text in String(decoding: bytes.dropFirst(), as: UTF8.self).split(separator: "\n\n") {
      let request = ConsoleRequest(heads: text)
      check(gate.judge(request), of: request, by: gate)
      // An address is text of a person, read at the start.
      if let other = try? ConsoleAddress(String(text)) {
        precondition((try? ConsoleAddress(other.description)) == other, "an address that is not read again")
        precondition(!other.knownHosts(1, names: []).contains("evil.example"), "a strange host is known")
      }
    }
  }

  private static func check(_ decision: ConsoleDecision, of request: ConsoleRequest, by gate: ConsoleGate) {
    if case .refuse(let status) = decision { return precondition(status.rawValue >= 400, "a refusal that is none") }
    let host = request.host?.lowercased() ?? ""
    precondition(gate.hosts.contains(host), "a strange Host passes")
    let origins = gate.trustsProxy ? ["https://\(host)", "http://\(host)"] : [(gate.isSecure ? "https://" : "http://") + host]
    if let origin = request.origin { precondition(origins.contains(origin.lowercased()), "a strange Origin passes") }
    switch decision {
    case .file(let path), .unchanged(let path):
      precondition(ConsolePage.files[path] != nil && path == request.path && !request.wantsSocket, "a path leads elsewhere")
    case .openSession: precondition(request.method == .post && request.origin != nil, "a session without an Origin")
    case .socket(let credentials):
      precondition(request.wantsSocket && request.path == "/rpc" && request.origin != nil, "a WebSocket without an Origin")
      check(credentials, of: request, by: gate)
    case .metrics(let credentials, _):
      precondition(request.path == "/metrics", "metrics at another path")
      if let credentials { check(credentials, of: request, by: gate) }
    case .health(let ready): precondition(request.path == (ready ? "/ready" : "/live"), "health at another path")
    case .refuse: break
    }
  }

  private static func check(_ credentials: ConsoleCredentials, of request: ConsoleRequest, by gate: ConsoleGate) {
    switch credentials {
    case .token(let token): precondition(token.utf8.count == 64 && token.utf8.allSatisfy { $0 < 128 }, "a token of another form")
    case .proxied(let name): precondition(gate.trustsProxy && name == request.proxyUser, "a proxy's person counts without a proxy")
    }
    let line = ConsoleLoop.opening(credentials).text
    precondition(!line.utf8.contains(10), "credentials that end the daemon's line")
    precondition((try? JSONReader.read(Array(line.utf8)))?["method"]?.string == "session.open", "a request that cannot be read")
  }

  /// Reads the messages of a page, split at NUL bytes, and the answers that the console makes itself.
  static let consoleMessages = FuzzTarget(name: "console-messages") { bytes in
    var budget = ConsoleBudget(ConsoleLimits())
    var now: UInt64 = 1_000_000_000
    var taken = 0
    for part in bytes.split(separator: 0, omittingEmptySubsequences: false) {
      let message = BrowserMessage(Array(part))
      if budget.take(at: now) == nil { taken += 1 }
      now += UInt64(part.count) * 1_000
      switch message {
      case .request(let id, let line):
        precondition(!line.contains(10), "a request that ends its line")
        precondition(BrowserMessage(line) == message, "a request that reads otherwise at the daemon")
        let value = try? JSONReader.read(line)
        let method = value?["method"]?.string ?? ""
        precondition(value?["id"]?.integer == id, "another id")
        precondition(!BrowserMessage.kept.contains(method) && method != LadderRequest.method, "a method that is not for browsers")
      case .ladder(let id, let request):
        precondition(!request.line(id: "ladder-1").contains(10), "a request that ends its line")
        precondition(request.call.utf8.count <= 64, "a call's name without a limit")
        // A hostile transport or far end may be behind the daemon's answer: it is the same part again.
        let answer = request.answer(id: id, Array(part), version: "1")
        precondition((try? JSONReader.read(Array(answer.utf8)))?["id"]?.integer == id, "an answer that cannot be read")
      case .wrong(let id, let code, let word, let sentence):
        let answer = BrowserMessage.error(id: id, code: code, word: word, sentence: sentence)
        precondition((try? JSONReader.read(Array(answer.utf8)))?["error"]?["code"]?.integer == code, "an error that cannot be read")
      }
    }
    precondition(budget.open == taken && taken <= ConsoleLimits().depth, "more requests than the limit")
  }
}

extension ConsoleRequest {
  /// Reads a request line and headers, as libwebsockets splits them.
  fileprivate init(heads text: Substring) {
    self.init()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    method = words.first == "GET" ? .get : words.first == "POST" ? .post : .other
    path = words.count > 1 ? String(words[1].prefix { $0 != "?" }) : ""
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      switch line[..<colon].lowercased() {
      case "host": host = value
      case "origin": origin = value
      case "authorization": authorization = value
      case "if-none-match": knownTag = value
      case "accept": accept = value
      case "sec-websocket-protocol": subprotocols = value
      case "x-remote-user": proxyUser = value
      case "upgrade": wantsSocket = value.lowercased() == "websocket"
      default: break
      }
    }
  }
}
