import StrictJSON
import Testing

@testable import HookswitchConsole

/// A real console on 127.0.0.1 with a daemon of the tests behind it.
@Suite(.serialized) struct ServerTests {
  private func with(
    limits: ConsoleLimits = ConsoleLimits(), daemonPath: String? = nil, _ body: (ConsoleStage) throws -> Void
  ) throws {
    let stage = try ConsoleStage(limits: limits, daemonPath: daemonPath)
    defer { stage.close() }
    try body(stage)
  }

  @Test("Files come from memory with a tag, and several on one connection")
  func servesFiles() throws {
    try with { stage in
      let client = stage.connect()
      for (path, type) in [("/", "text/html"), ("/main.js", "text/javascript"), ("/console.css", "text/css")] {
        client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(stage.port)\r\n\r\n")
        let answer = client.readAnswer()
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Content-Type: \(type)"))
        #expect(answer.utf8.count > 1_000 && answer.contains("Content-Security-Policy: default-src 'none'"))
      }
      let tag = ConsolePage.files["/"]?.tag ?? ""
      client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(stage.port)\r\nIf-None-Match: \(tag)\r\n\r\n")
      #expect(client.readAnswer().hasPrefix("HTTP/1.1 304 "))
    }
  }

  @Test("Wrong hosts, origins, paths and methods are refused on the wire too")
  func refuses() throws {
    try with { stage in
      #expect(stage.exchange("GET / HTTP/1.1\nHost: evil.example\n").hasPrefix("HTTP/1.1 421 "))
      #expect(stage.exchange("GET /../../etc/passwd HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 40"))
      #expect(stage.exchange("GET / HTTP/1.1\nHost: HOST\nOrigin: http://evil.example\n").hasPrefix("HTTP/1.1 403 "))
      #expect(stage.exchange("GET /metrics HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 401 "))
      #expect(stage.webSocket(origin: "http://evil.example").head.hasPrefix("HTTP/1.1 403 "))
      #expect(stage.webSocket(host: "evil.example").head.hasPrefix("HTTP/1.1 421 "))
      #expect(stage.webSocket(subprotocols: "hookswitch.v1").head.hasPrefix("HTTP/1.1 401 "))
      #expect(stage.daemon.methods.isEmpty)
    }
  }

  @Test("A code is exchanged for a token, once by the daemon's word, and only from this page")
  func exchangesCodes() throws {
    try with { stage in
      func post(_ code: String, origin: String = "http://HOST") -> String {
        let body = "{\"code\":\"\(code)\"}"
        return stage.exchange("POST /session HTTP/1.1\nHost: HOST\nOrigin: \(origin)\nContent-Length: \(body.utf8.count)\n", body)
      }
      let answer = post(ConsoleStage.code)
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(ConsoleStage.token) && answer.contains("Cache-Control: no-store"))
      #expect(post(String(repeating: "d", count: 64)).hasPrefix("HTTP/1.1 401 "))
      #expect(post("short").hasPrefix("HTTP/1.1 400 "))
      #expect(post(ConsoleStage.code, origin: "http://evil.example").hasPrefix("HTTP/1.1 403 "))
      #expect(stage.daemon.methods == ["session.open", "session.open"])
    }
  }

  @Test("A WebSocket is a client of the daemon with the person's session")
  func relays() throws {
    try with { stage in
      let (client, head) = stage.webSocket()
      #expect(head.hasPrefix("HTTP/1.1 101 ") && head.lowercased().contains("sec-websocket-protocol: hookswitch.v1"))
      #expect(!head.contains(ConsoleStage.token))
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.status\",\"params\":{}}")
      let answer = client.readText()
      #expect(answer?["id"]?.integer == 1 && answer?["result"]?["method"]?.string == "host.status")
      stage.daemon.tell("{\"jsonrpc\":\"2.0\",\"method\":\"state\",\"params\":{\"topic\":\"line\"}}")
      #expect(client.readText()?["method"]?.string == "state")
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"large.answer\"}")
      #expect(client.readText()?["result"]?["text"]?.string?.count == 300_000)
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"session.open\",\"params\":{}}")
      #expect(client.readText()?["error"]?["code"]?.integer == -32_002)
      #expect(stage.daemon.methods == ["session.open", "host.status", "large.answer"])
    }
  }

  @Test("Nothing of a browser reaches the daemon before its session, and nothing after a refusal")
  func holdsEarlyRequests() throws {
    try with { stage in
      let (client, head) = stage.webSocket(token: String(repeating: "0", count: 64))
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.stop\",\"params\":{}}")
      #expect(client.readClose() == 4_401)
      #expect(stage.daemon.methods == ["session.open"])
    }
  }

  @Test("Floods meet limits: the rate, the depth, the size, binary messages, the connections of a person")
  func bounds() throws {
    var limits = ConsoleLimits()
    (limits.rate, limits.depth, limits.message, limits.perPerson) = (6, 3, 1_024, 2)
    try with(limits: limits) { stage in
      let (client, _) = stage.webSocket()
      for id in 1...4 { client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"never.answers\"}") }
      #expect(client.readText()?["error"]?["data"]?["code"]?.string == "tooMany")
      for id in 5...9 { client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"never.answers\"}") }
      var words: [String] = []
      for _ in 5...9 { words.append(client.readText()?["error"]?["data"]?["code"]?.string ?? "") }
      #expect(words.contains("tooMany"))
      #expect(stage.webSocket().head.hasPrefix("HTTP/1.1 101 "))
      let (large, _) = stage.webSocket()
      large.sendFrame("{\"id\":1,\"method\":\"\(String(repeating: "x", count: 2_000))\"}")
      #expect(large.readClose() == 1_009)
      let (binary, _) = stage.webSocket()
      binary.sendFrame("{}", opcode: 2)
      #expect(binary.readClose() == 1_003)
      let first = stage.webSocket()
      let heads = (0..<3).map { _ in stage.webSocket() }
      #expect(heads.contains { $0.head.hasPrefix("HTTP/1.1 429 ") })
      #expect(first.head.hasPrefix("HTTP/1.1 "))
    }
  }

  @Test("A browser that reads nothing makes the console read no more, and the daemon's bytes wait there")
  func slowBrowser() throws {
    var limits = ConsoleLimits()
    limits.queue = 100_000
    try with(limits: limits) { stage in
      let (client, _) = stage.webSocket()
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.status\"}")
      #expect(client.readText()?["id"]?.integer == 1)
      for number in 0..<1_000 {
        stage.daemon.tell(
          "{\"jsonrpc\":\"2.0\",\"method\":\"state\",\"params\":{\"n\":\(number),\"pad\":\"\(String(repeating: "y", count: 100))\"}}")
      }
      // Every message arrives, in order: the console drops none by itself.
      for number in 0..<1_000 { #expect(client.readText()?["params"]?["n"]?.integer == number) }
    }
  }

  @Test("Without a daemon the page still comes, and a WebSocket closes so that the page tries again")
  func withoutDaemon() throws {
    try with(daemonPath: "/nonexistent/host.sock") { stage in
      #expect(stage.exchange("GET / HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 200 "))
      #expect(stage.webSocket().client.readClose() == 1_013)
      #expect(stage.exchange("GET /live HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 502 "))
    }
  }

  @Test("Metrics and health go to monitoring systems")
  func monitors() throws {
    try with { stage in
      let answer = stage.exchange("GET /metrics HTTP/1.1\nHost: HOST\nAuthorization: Bearer \(ConsoleStage.token)\n")
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("hookswitch_ready 1\n"))
      let wrong = stage.exchange("GET /metrics HTTP/1.1\nHost: HOST\nAuthorization: Bearer \(String(repeating: "0", count: 64))\n")
      #expect(wrong.hasPrefix("HTTP/1.1 401 ") && !wrong.contains("hookswitch_ready"))
      #expect(stage.exchange("GET /live HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 200 "))
      #expect(stage.exchange("GET /ready HTTP/1.1\nHost: HOST\n").hasPrefix("HTTP/1.1 503 "))
    }
  }
}
