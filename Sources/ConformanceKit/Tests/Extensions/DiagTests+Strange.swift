internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

extension DiagTests {
  /// Names that break a writer of JSON which does not escape them.
  private static let names = [
    "a \"quoted\" name", "back\\slash", "two\nlines\tand\u{1}control", "</script>", "%s %n %d", "{\"a\":", "\u{7F}\u{85}\u{2028}",
    "😀é\u{301}", String(repeating: "\"", count: 300), String(repeating: "\\", count: 255), String(repeating: "é", count: 200),
  ]

  /// Requires an object of calls in each state, and of calls whose peers have strange names and handles.
  static func dumpStrangeCalls(_ stage: Stage) throws {
    let kind = (try? stage.peer.target().kindText) ?? "generic"
    let callers = names.map { CallTarget(kind, "5550142", name: $0) } + names.map { CallTarget("generic", $0) }
    for caller in callers {
      guard let call = strangeCall(stage, caller) else { continue }
      try requireObjects(stage, call, "a call from \(JSONValue.quote(String(caller.text.prefix(20))))")
      stage.attempt { _ = try stage.outcome(stage.near.end(call)) }
      stage.attempt { try stage.settle(.milliseconds(50)) }
    }
    let strange = stage.near.mintCall()
    stage.attempt { _ = try stage.near.start(strange, CallTarget("generic", "a \"handle\"\\\n")) }
    // While its start is under way, for nobody answers there; a transport may know the call only later.
    if stage.near.ledger.calls[strange.id]?.isUp == true {
      let answer = try stage.near.dump(strange, level: 3)
      if answer.status == HSW_OK { try requireObject(answer, "diag.dump of a call to a handle with quotes") }
      stage.attempt { _ = try stage.outcome(stage.near.end(strange)) }
    }
    guard let call = try? stage.dial() else { return }
    try requireObjects(stage, call, "a call that is being dialed")
    stage.attempt { try stage.peer.answer(call) }
    stage.attempt { try stage.settle(.milliseconds(50)) }
    stage.attempt { _ = try stage.outcome(stage.near.setHeld(call, 1)) }
    stage.attempt { _ = try stage.near.play(call, "0123456789*#ABCD") }
    try requireObjects(stage, call, "a call that is held")
    stage.attempt { _ = try stage.outcome(stage.near.end(call)) }
    stage.attempt { try stage.settle(.milliseconds(50)) }
    // A call that is over, or that never was, may be unknown.
    for (gone, what) in [(call, "a call that is over"), (CallRef(id: 0x7777), "a call that never was")] {
      let answer = try stage.near.dump(gone, level: 3)
      if answer.status == HSW_OK { try requireObject(answer, "diag.dump of \(what)") }
    }
  }

  private static func requireObjects(_ stage: Stage, _ call: CallRef, _ what: String) throws {
    for level: UInt32 in [0, 1, 3, 5] {
      try requireObject(stage.near.dump(call, level: level), "diag.dump at level \(level) of \(what)")
      try requireObject(stage.near.dump(level: level), "diag.dump at level \(level), with \(what),")
    }
  }

  /// Returns an incoming call from that caller; nil if the far end cannot make one.
  private static func strangeCall(_ stage: Stage, _ caller: CallTarget) -> CallRef? {
    var made: CallRef?
    stage.attempt { made = try stage.incoming(from: caller) }
    return made
  }
}
