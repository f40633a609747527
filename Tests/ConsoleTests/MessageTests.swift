import StrictJSON
import Testing

@testable import HookswitchConsole

/// The messages between browser, console and daemon.
@Suite struct MessageTests {
  @Test("A request goes on as one line, whatever spaces it had")
  func passesRequests() {
    let message = BrowserMessage(Array("{\"jsonrpc\":\"2.0\",\n\"id\": 7, \"method\":\"call.end\", \"params\":{\"call\":\"active\"}}".utf8))
    #expect(
      message
        == .request(id: 7, line: Array("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"call.end\",\"params\":{\"call\":\"active\"}}".utf8)))
  }

  @Test(
    "A message that is no request gets an error, and never reaches the daemon",
    arguments: [
      "", "x", "[]", "{}", "null", "{\"id\":1}", "{\"method\":\"host.status\"}", "{\"id\":\"open\",\"method\":\"host.status\"}",
      "{\"id\":1,\"method\":\"a\",\"more\":1}", "[{\"id\":1,\"method\":\"host.status\"}]", "{\"id\":1.5,\"method\":\"a\"}",
      "{\"id\":1,\"method\":\"session.open\",\"params\":{\"code\":\"x\"}}", "{\"id\":1,\"method\":\"session.invite\",\"params\":{}}",
      "{\"id\":1,\"method\":\"console.ladder\",\"params\":{}}",
      "{\"id\":1,\"method\":\"console.ladder\",\"params\":{\"call\":\"a\",\"format\":\"x\"}}",
    ])
  func refusesOthers(text: String) {
    guard case .wrong(_, let code, let word, _) = BrowserMessage(Array(text.utf8)) else {
      Issue.record("\(text) passed")
      return
    }
    #expect(code < 0 && !word.isEmpty)
  }

  @Test("Deep nesting is refused")
  func boundsDepth() {
    let deep = "{\"id\":1,\"method\":\"a\",\"params\":" + String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000) + "}"
    guard case .wrong = BrowserMessage(Array(deep.utf8)) else {
      Issue.record("passed")
      return
    }
  }

  @Test("The daemon's lines are told apart by their beginning")
  func readsDaemon() {
    func kind(_ text: String) -> DaemonLine { DaemonLine(Array(text.utf8)[...]) }
    #expect(kind("{\"jsonrpc\":\"2.0\",\"id\":\"ladder 3\",\"result\":{}}") == .own("ladder 3"))
    #expect(kind("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}") == .answer)
    #expect(kind("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}") == .answer)
    #expect(kind("{\"jsonrpc\":\"2.0\",\"method\":\"state\",\"params\":{}}") == .notification)
    #expect(kind("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"\(String(repeating: "x", count: 70_000))\"}") == .snapshot)
  }

  @Test("A long snapshot goes to the browser in parts, its answer last")
  func splitsSnapshots() throws {
    let line =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"subscription\":1,\"states\":[{\"topic\":\"line\",\"key\":\"a\"},{\"topic\":\"line\",\"key\":\"b\"}],\"lost\":0}}"
    let parts = try DaemonLine.parts(of: Array(line.utf8)[...]).map { try JSONReader.read($0) }
    #expect(parts.count == 3)
    #expect(parts[0]["method"]?.string == "state" && parts[1]["params"]?["key"]?.string == "b")
    #expect(parts[0]["params"]?["snapshot"] == .bool(true))
    #expect(parts[2]["id"]?.integer == 2 && parts[2]["result"]?["subscription"]?.integer == 1 && parts[2]["result"]?["states"] == nil)
  }

  @Test("Lines come out whole, in whatever portions the bytes arrive", arguments: 1...9)
  func framesLines(portion: Int) {
    let all = Array("one\ntwo\n\nthree\nrest".utf8)
    var lines = DaemonLines()
    var found: [String] = []
    for start in stride(from: 0, to: all.count, by: portion) {
      Array(all[start..<min(start + portion, all.count)]).withUnsafeBytes { bytes in
        found += lines.add(bytes).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    #expect(found == ["one", "two", "three"])
  }

  @Test("The budget bounds the rate and the depth, and grows again with time")
  func boundsRequests() {
    var limits = ConsoleLimits()
    (limits.rate, limits.depth) = (5, 100)
    var budget = ConsoleBudget(limits)
    let second: UInt64 = 1_000_000_000
    #expect((0..<5).allSatisfy { _ in budget.take(at: second) == nil })
    #expect(budget.take(at: second) == "tooFast")
    #expect(budget.take(at: second + second / 5) == nil)
    #expect(budget.take(at: second + second / 5) == "tooFast")
    (limits.rate, limits.depth) = (100, 2)
    budget = ConsoleBudget(limits)
    #expect(budget.take(at: second) == nil && budget.take(at: second) == nil)
    #expect(budget.take(at: second) == "tooMany")
    budget.answered()
    #expect(budget.take(at: second) == nil)
  }

  @Test("A saved journal begins with its header, and leaves out an entry that cannot be read")
  func savesJournals() throws {
    let entry = #"{"number":1,"time":"2026-11-28T01:02:03.500Z","record":{}}"#
    let page = Array(#"{"result":{"records":[\#(entry)],"next":1,"dropped":0}}"#.utf8)
    let request = try #require(LadderRequest(.object(of: ["call": "ABCD", "format": "journal"])))
    let answer = try JSONReader.read(Array(request.answer(id: 5, page, version: "1").utf8))
    #expect(answer["result"]?["text"]?.string?.hasPrefix("{\"hookswitch-journal\":1") == true)
    #expect(answer["result"]?["type"]?.string == "application/jsonl")
  }

  @Test("A ladder without records is empty, and the daemon's error goes on")
  func answersLadders() throws {
    let request = try #require(LadderRequest(.object(of: ["call": "ABCD"])))
    let empty = try JSONReader.read(
      Array(request.answer(id: 3, Array("{\"id\":\"x\",\"result\":{\"records\":[],\"next\":0,\"dropped\":2}}".utf8), version: "1").utf8))
    #expect(empty["id"]?.integer == 3 && empty["result"]?["dropped"]?.integer == 2 && empty["result"]?["steps"]?.array == [])
    let error = try JSONReader.read(Array(request.answer(id: 4, Array("{\"error\":{\"code\":-32002}}".utf8), version: "1").utf8))
    #expect(error["error"]?["code"]?.integer == -32_002)
  }
}
