import HostDoors
import HostSurface
import JournalKit
import StrictJSON
import Testing

@testable import HookswitchCLI

/// The screen of `hookswitch watch` as a value: inputs in, rows and requests out.
@Suite("WatchState, WatchScreen and WatchKeys") struct WatchStateTests {
  private static func json(_ text: String) -> JSONValue { (try? JSONReader.read(Array(text.utf8))) ?? .null }

  private static func call(_ id: String, _ state: String, _ more: String = "") -> String {
    #"{"call": "\#(id)", "line": "main", "provider": "home", "state": "\#(state)", "displayName": "Ann \#(id)", "#
      + #""began": "2026-11-24T12:00:00.000Z"\#(more)}"#
  }

  private static func line(_ calls: [String]) -> String {
    #"{"topic": "line", "key": "main", "sequence": 4, "value": {"line": "main", "calls": [\#(calls.joined(separator: ","))], "doNotDisturb": false}}"#
  }

  private static let active = call("AAAA0001-0", "active", #", "connected": "2026-11-24T12:00:10.000Z", "muted": true"#)
  private static let ringing = call("BBBB0002-0", "ringing")

  /// A connected screen with these calls.
  private func state(_ calls: [String], columns: Int = 80, rows: Int = 24) -> WatchState {
    var state = WatchState()
    let provider = #"{"topic": "provider", "key": "home", "sequence": 3, "value": {"provider": "home", "standing": "ready", "calls": 1}}"#
    _ = state.receive(.resized(columns: columns, rows: rows))
    _ = state.receive(.time(1_795_521_600_000 + 95_000))
    _ = state.receive(
      .subscribed(
        Self.json(
          #"{"subscription": 1, "resumed": false, "cursor": {"epoch": "e", "sequence": 4}, "states": [\#(Self.line(calls)), \#(provider)], "lost": 0}"#
        )))
    return state
  }

  private func text(_ state: WatchState) -> [String] { WatchScreen(state).rows.map(\.text) }

  @Test("The screen shows lines, calls with timers, providers, events and keys, and the chosen call is marked") func screen() {
    var state = state([Self.active, Self.ringing])
    _ = state.receive(
      .news(
        ClientNotification(
          "record",
          Self.json(
            #"{"sequence": 5, "time": "2026-11-24T12:00:11.000Z", "call": "AAAA0001-0", "kind": "ended", "data": {"reason": "remoteEnded"}}"#
          ))))
    let rows = text(state).map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
    #expect(rows.count == 24)
    #expect(rows[0] == "hookswitch watch   2 calls, 1 provider   connected")
    #expect(rows[1] == "line main")
    #expect(rows[2] == "> AAAA0001 active     0:01:25  Ann AAAA0001-0       home         muted")
    #expect(rows[3] == "  BBBB0002 ringing    0:01:35  Ann BBBB0002-0       home")
    #expect(rows[4] == "provider home  ready  1 call")
    #expect(rows[5] == "12:00:11.000  AAAA0001  ended  remoteEnded")
    #expect(rows[23] == "a answer  d end  h hold  r resume  s swap  m mute  up/down choose  q quit")
  }

  @Test(
    "Each key asks the daemon about the chosen call",
    arguments: [
      (WatchKey.answer, MethodName.callAnswer, #"{"call":"AAAA0001-0","origin":"user","wait":"performed"}"#),
      (.end, .callEnd, #"{"call":"AAAA0001-0","origin":"user","wait":"performed"}"#),
      (.hold, .callHold, #"{"call":"AAAA0001-0","origin":"user","wait":"performed"}"#),
      (.resume, .callResume, #"{"call":"AAAA0001-0","origin":"user","wait":"performed"}"#),
      (.swap, .callSwap, #"{"line":"main","origin":"user","wait":"performed"}"#),
      (.mute, .callSetMuted, #"{"call":"AAAA0001-0","muted":false,"origin":"user","wait":"performed"}"#),
    ]) func keys(_ key: WatchKey, _ method: MethodName, _ parameters: String) throws
  {
    var state = state([Self.active, Self.ringing])
    let request = try #require(state.receive(.key(key)).first)
    #expect(request.method == method && request.parameters.text == parameters)
    _ = try HostSurface.parameters(of: method, from: Self.json(parameters.replacing("AAAA0001-0", with: "aaaa0001")))
    _ = state.receive(.answered(request.word, "the call is in the wrong state"))
    #expect(text(state).last?.hasPrefix("\(request.word): the call is in the wrong state") == true)
    _ = state.receive(.answered(request.word, nil))
    #expect(state.message.isEmpty)
  }

  @Test("Keys without a call, or without a daemon, ask nothing") func nothing() {
    var state = state([])
    #expect(state.receive(.key(.answer)).isEmpty && state.message == "answer: there is no call")
    #expect(text(state)[1].hasPrefix("line main  no calls"))
    state = self.state([Self.active])
    _ = state.receive(.lost("the host has closed the connection"))
    #expect(state.receive(.key(.end)).isEmpty && !state.isConnected)
  }

  @Test("The chosen call stays chosen while others come and go, and a new call never takes its place") func choice() {
    var state = state([Self.active])
    _ = state.receive(.news(ClientNotification("state", Self.json(Self.line([Self.ringing, Self.active])))))
    #expect(state.chosen == "AAAA0001-0")
    for key in [WatchKey.up, .up] { _ = state.receive(.key(key)) }
    #expect(state.chosen == "BBBB0002-0")
    _ = state.receive(.key(.down))
    #expect(state.chosen == "AAAA0001-0")
    _ = state.receive(.news(ClientNotification("state", Self.json(Self.line([Self.ringing])))))
    #expect(state.chosen == "BBBB0002-0")
    _ = state.receive(.news(ClientNotification("state", Self.json(#"{"topic": "line", "key": "main", "sequence": 9}"#))))
    #expect(state.chosen == nil && state.calls.isEmpty)
  }

  @Test("A lost connection is told, and the screen goes on from its cursor or says that the daemon began anew") func reconnect() {
    var state = state([Self.active])
    _ = state.receive(.news(ClientNotification("state", Self.json(Self.line([Self.active, Self.ringing])))))
    _ = state.receive(.lost("the host has closed the connection: stopping"))
    #expect(text(state)[0].contains("NOT CONNECTED") && text(state).last?.contains("stopping; waits for the daemon") == true)
    #expect(state.cursor == Self.json(#"{"epoch": "e", "sequence": 4}"#))
    var resumed = state
    _ = resumed.receive(.subscribed(Self.json(#"{"resumed": true, "cursor": {"epoch": "e", "sequence": 8}, "states": [], "lost": 0}"#)))
    #expect(resumed.calls.count == 2 && resumed.message == "connected again, nothing was missed")
    _ = state.receive(.subscribed(Self.json(#"{"resumed": false, "cursor": {"epoch": "f", "sequence": 1}, "states": [], "lost": -1}"#)))
    #expect(state.calls.isEmpty && state.message.contains("began anew") && state.isConnected)
    _ = state.receive(.news(ClientNotification("lost", Self.json(#"{"subscription": 1, "from": 1, "to": 3, "count": 3}"#))))
    #expect(state.events == ["3 events were missed"])
  }

  @Test(
    "The screen has exactly the terminal's rows and columns, and the chosen call is on it",
    arguments: [
      (80, 24), (132, 50), (40, 10), (60, 3), (20, 5), (12, 2), (5, 1), (1, 1),
    ]) func sizes(_ columns: Int, _ rows: Int)
  {
    let calls = (0..<30).map { Self.call("CC\($0 + 10)0001", $0 == 3 ? "active" : "held", #", "name": "山田太郎""#) }
    var state = state(calls, columns: columns, rows: rows)
    for number in 0..<600 {
      _ = state.receive(
        .news(
          ClientNotification("record", Self.json(#"{"sequence": \#(number), "kind": "added", "data": {"displayName": "山田\u001b[2J"}}"#))))
    }
    #expect(state.events.count == WatchState.eventLimit)
    for _ in 0..<35 {
      let drawn = text(state)
      #expect(drawn.count == rows)
      for row in drawn {
        #expect(TextColumns.width(row) == columns)
        #expect(!row.unicodeScalars.contains { $0.value < 0x20 })
      }
      if rows > 2, columns > 6 { #expect(drawn.contains { $0.hasPrefix("> ") }) }
      _ = state.receive(.key(.down))
    }
  }

  @Test("The key b presses the button of the chosen call's provider, and the screen names it") func button() throws {
    var state = state([Self.active], columns: 120)
    #expect(state.receive(.key(.press)).isEmpty && state.message == "button: the call's provider has none")
    let provider =
      #"{"topic": "provider", "key": "home", "sequence": 5, "value": {"provider": "home", "button": {"title": "Send a banana"}}}"#
    _ = state.receive(.news(ClientNotification("state", Self.json(provider))))
    _ = state.receive(.answered("", nil))
    #expect(text(state).last?.contains("q quit  b Send a banana") == true)
    let request = try #require(state.receive(.key(.press)).first)
    #expect(request.method == .callPressButton && request.parameters.text == #"{"call":"AAAA0001-0"}"#)
    _ = state.receive(.resized(columns: 80, rows: 24))
    _ = state.receive(.answered(request.word, nil))
    #expect(text(state).last?.hasPrefix("a d h r s m b  j k  q") == true)
  }

  @Test("Keys come in parts, with arrows in both modes of a terminal; other sequences mean nothing") func bytes() {
    var keys = WatchKeys()
    #expect(keys.take(Array("jk".utf8)) == [.down, .up])
    #expect(keys.take([0x1B]).isEmpty && keys.take(Array("[".utf8)).isEmpty && keys.take(Array("Aa".utf8)) == [.up, .answer])
    #expect(keys.take(Array("\u{1B}OB\u{1B}[1;5A\u{1B}[200~\u{1B}dh".utf8)) == [.down, .up, .hold])
    #expect(keys.take([0x1B, 0x1B, UInt8(ascii: "["), UInt8(ascii: "B"), 0x03]) == [.down, .quit])
    #expect(keys.take(Array("rsmbdxyz é".utf8)) == [.resume, .swap, .mute, .press, .end])
  }

  @Test(
    "A text is padded or cut to columns, a wide character takes two",
    arguments: [
      ("abc", 5, "abc  "), ("abcdef", 4, "abc…"), ("山田太郎", 5, "山田…"), ("山田太郎", 4, "山… "), ("ab", 0, ""), ("", 2, "  "), ("ab", 1, "…"),
    ]) func columns(_ text: String, _ columns: Int, _ expected: String)
  {
    #expect(TextColumns.fitted(text, to: columns) == expected)
  }
}
