import Testing

@testable import HookswitchConsole

/// The judge of HTTP requests: docs/console.md has the table of threats.
@Suite struct GateTests {
  private let gate = ConsoleGate(hosts: ["127.0.0.1:7480", "localhost:7480"])
  private static let secret = String(repeating: "a", count: 64)

  private func request(_ path: String = "/", _ change: (inout ConsoleRequest) -> Void = { _ in }) -> ConsoleRequest {
    var request = ConsoleRequest()
    (request.path, request.host) = (path, "localhost:7480")
    change(&request)
    return request
  }

  private func socket(_ change: (inout ConsoleRequest) -> Void = { _ in }) -> ConsoleRequest {
    request("/rpc") {
      ($0.wantsSocket, $0.origin) = (true, "http://localhost:7480")
      $0.subprotocols = "hookswitch.v1, bearer.\(Self.secret)"
      change(&$0)
    }
  }

  @Test("A file of the page needs no token, since it has no data in it")
  func servesFiles() {
    #expect(gate.judge(request()) == .file(path: "/"))
    #expect(gate.judge(request("/main.js")) == .file(path: "/main.js"))
    let tag = ConsolePage.files["/main.js"]?.tag ?? ""
    #expect(gate.judge(request("/main.js") { $0.knownTag = "\"x\", \(tag)" }) == .unchanged(path: "/main.js"))
    #expect(gate.judge(request("/main.js") { $0.knownTag = "\"x\"" }) == .file(path: "/main.js"))
  }

  @Test(
    "No path of a request leads elsewhere",
    arguments: ["/../etc/passwd", "/page/main.js", "//etc/passwd", "/main.js/", "/index.html", "/%2e%2e/main.js", "", "/\u{0}"])
  func findsNoOtherFile(path: String) {
    #expect(gate.judge(request(path)) == .refuse(.notFound))
  }

  @Test(
    "An unknown Host gets 421, as a name does that a stranger has pointed here",
    arguments: [nil, "", "evil.example", "evil.example:7480", "127.0.0.1", "127.0.0.1:80", "localhost:7480.evil.example"])
  func refusesHosts(host: String?) {
    #expect(gate.judge(request { $0.host = host }) == .refuse(.wrongHost))
    #expect(gate.judge(socket { $0.host = host }) == .refuse(.wrongHost))
  }

  @Test(
    "Another origin gets 403",
    arguments: ["http://evil.example", "null", "https://localhost:7480", "http://localhost", "http://127.0.0.1:7480", ""])
  func refusesOrigins(origin: String) {
    #expect(gate.judge(socket { $0.origin = origin }) == .refuse(.forbidden))
    #expect(
      gate.judge(
        request("/session") {
          ($0.method, $0.origin) = (.post, origin)
        }) == .refuse(.forbidden))
  }

  @Test("A WebSocket needs an origin, the subprotocol and a token")
  func judgesSockets() {
    #expect(gate.judge(socket()) == .socket(.token(Self.secret)))
    #expect(gate.judge(socket { $0.origin = nil }) == .refuse(.forbidden))
    #expect(gate.judge(socket { $0.subprotocols = "hookswitch.v1" }) == .refuse(.unauthorized))
    #expect(gate.judge(socket { $0.subprotocols = "bearer.\(Self.secret)" }) == .refuse(.unauthorized))
    #expect(gate.judge(socket { $0.subprotocols = "hookswitch.v1, bearer.\(Self.secret)0" }) == .refuse(.unauthorized))
    #expect(gate.judge(socket { $0.subprotocols = "hookswitch.v1, bearer.\(Self.secret.uppercased())" }) == .refuse(.unauthorized))
    #expect(gate.judge(socket { $0.path = "/" }) == .refuse(.notFound))
  }

  @Test("A proxy's person counts only where the console trusts the proxy")
  func judgesProxies() {
    let named = socket { ($0.proxyUser, $0.subprotocols) = ("anna", "hookswitch.v1") }
    #expect(gate.judge(named) == .refuse(.unauthorized))
    var trusting = gate
    trusting.trustsProxy = true
    #expect(trusting.judge(named) == .socket(.proxied("anna")))
    #expect(throws: ConsoleError.self) {
      var settings = ConsoleSettings(try ConsoleAddress(ConsoleAddress.usual), daemon: "/run/none")
      settings.trustsProxy = true
      try settings.check()
    }
  }

  @Test("Metrics need a token, and other methods get 405")
  func judgesTheRest() {
    #expect(gate.judge(request("/metrics")) == .refuse(.unauthorized))
    #expect(
      gate.judge(request("/metrics") { $0.authorization = "Bearer \(Self.secret)" }) == .metrics(.token(Self.secret), isOpenMetrics: false))
    #expect(gate.judge(request("/ready")) == .health(ready: true))
    #expect(gate.judge(request("/session")) == .refuse(.badMethod))
    #expect(gate.judge(request { $0.method = .other }) == .refuse(.badMethod))
  }

  @Test("Each answer has the headers of the table, and none sets a cookie")
  func writesHeaders() {
    for status in [ConsoleStatus.ok, .notFound, .unauthorized] {
      let head = ConsoleHead.text(status, type: "text/plain", length: 2)
      for name in [
        "Content-Security-Policy: default-src 'none'; script-src 'self'", "require-trusted-types-for 'script'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer", "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
        "Cache-Control: no-store",
      ] {
        #expect(head.contains(name))
      }
      #expect(!head.lowercased().contains("set-cookie"))
    }
  }

  @Test("An address open to the network needs a certificate")
  func judgesAddresses() throws {
    for text in ["0.0.0.0:7480", "192.0.2.1:7480", "[::]:7480"] {
      var settings = ConsoleSettings(try ConsoleAddress(text), daemon: "/run/none")
      #expect(throws: ConsoleError.self) { try settings.check() }
      settings.certificate = ("cert.pem", "key.pem")
      try settings.check()
    }
    for text in ["127.0.0.1:0", "localhost:7480", "[::1]:7480", "unix:/run/hookswitch/console.sock"] {
      try ConsoleSettings(try ConsoleAddress(text), daemon: "/run/none").check()
    }
    for text in ["", "7480", "example.org:80", "127.0.0.1:99999", "unix:relative", "unix:/\(String(repeating: "x", count: 200))"] {
      #expect(throws: ConsoleError.self) { try ConsoleAddress(text) }
    }
    #expect(try ConsoleAddress("[::1]:7480").knownHosts(7_480, names: []).contains("[::1]:7480"))
  }

  @Test("No module of the page has more than 150 lines, and none makes markup from text")
  func boundsThePage() {
    #expect(ConsolePage.files.count > 15)
    for (path, file) in ConsolePage.files where path.hasSuffix(".js") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(text.hasPrefix("// @ts-check\n"), "\(path)")
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151, "\(path)")
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "document.cookie"] {
        #expect(!text.contains(word), "\(path) has \(word)")
      }
    }
  }
}
