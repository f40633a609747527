internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

extension BadTests {
  /// Requires that every text of a life among long names keeps the rule for strings: a buffer that cuts one in the middle of a character
  /// shows in a log, a report, an error or a dump.
  static func longTexts(_ run: TestRun) throws {
    TextWitness.begin()
    let result = Result { try liveAmongLongNames(run) }
    let texts = TextWitness.end()
    try result.get()
    for text in texts.sorted(by: { $0.place < $1.place }) {
      if let flaw = text.flaw { throw TestFailure("a text that the plugin passed on breaks the rule for strings: \(flaw)") }
      guard text.place == "diag.dump" || text.place == "test-peer.observe", !text.bytes.isEmpty else { continue }
      guard String(validating: text.bytes, as: UTF8.self) != nil else { throw TestFailure("\(text.place) wrote text that is not UTF-8") }
      guard !text.bytes.contains(0) else { throw TestFailure("\(text.place) wrote a NUL") }
    }
  }

  /// Names of many lengths, of characters of two, three and four bytes, so that every buffer cuts one of them.
  private static let names: [String] = [15, 31, 32, 63, 64, 100, 127, 128, 160, 200, 255, 256, 512, 1024, 4000].flatMap { bytes in
    [("é", 2), ("語", 3), ("😀", 4)].map { letter, size in
      // One letter too many for the buffer, after as many others as make its last byte the middle of one.
      String(repeating: "x", count: (bytes + 1) % size) + String(repeating: letter, count: bytes / size + 2)
    }
  }

  private static func liveAmongLongNames(_ run: TestRun) throws {
    let stage = try run.stage()
    let near = stage.near
    stage.longestWait = stage.loop.isRealTime ? .milliseconds(300) : nil
    // On a real clock a part of them must do.
    for name in stage.loop.isRealTime ? names.filter({ $0.utf8.count % 3 == 0 }) : names {
      stage.attempt {
        let call = try stage.incoming(from: CallTarget(stage.peer.target().kindText, "5550142", name: name))
        stage.attempt { _ = try near.dump(call, level: 5) }
        stage.attempt { _ = try stage.peer.see(call) }
        _ = try stage.outcome(near.end(call, why: HSW_WHY_DECLINED))
      }
      for target in try [
        CallTarget(stage.peer.target().kindText, name), CallTarget("generic", name), CallTarget(name, "5550142"),
      ] { try tryStart(stage, target) }
      stage.attempt {
        var target = try stage.peer.target()
        target.name = Array(name.utf8)
        try tryStart(stage, target)
      }
      for text in ["{\(JSONValue.quote(name)): 1}", "{\"name\": \(JSONValue.quote(name))}", "{\(JSONValue.quote(name))"] {
        stage.attempt { _ = try stage.outcome(near.apply(text)) }
        stage.attempt {
          let creation = try stage.createRaw(id: Array(run.descriptor.utf8), config: Array(text.utf8))
          try creation.instance?.destroy()
        }
      }
      stage.attempt {
        let creation = try stage.createRaw(id: Array(name.utf8), config: [])
        try creation.instance?.destroy()
      }
      stage.attempt { _ = try stage.outcome(near.apply(run.settings.near)) }
    }
    for level: UInt32 in 0...5 { stage.attempt { _ = try near.dump(level: level) } }
    stage.dismissPeer()
    try stage.tearDown()
  }

  private static func tryStart(_ stage: Stage, _ target: CallTarget) throws {
    let call = stage.near.mintCall()
    stage.attempt { _ = try stage.outcome(stage.near.start(call, target)) }
    if stage.near.ledger.calls[call.id]?.isUp == true { stage.attempt { _ = try stage.outcome(stage.near.end(call)) } }
  }
}
