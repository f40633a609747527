internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

// Strings whose length is awkward, and the two forms of the empty one.
extension BadTests {
  static let memory: [ConformanceTest] = [
    ConformanceTest(
      "bad.lengths", .must, "Strings of every awkward length come back whole characters, in texts that are UTF-8 and JSON",
      budget: .seconds(60), body: lengths),
    ConformanceTest(
      "bad.empty-strings", .must, "An empty string at an address is the same as one at NULL", budget: .seconds(15), body: emptyStrings),
  ]

  /// The characters of which the strings consist, with one to four bytes each.
  private static let characters = ["7", "é", "€", "😀"]
  /// Buffers of these sizes are common; strings end around them.
  private static let sizes = [8, 16, 24, 32, 40, 48, 64, 80, 96, 100, 128, 160, 200, 248, 256, 512, 1024, 4096]

  /// Returns strings of one character such that a cut at any common size falls at each place inside it.
  private static let awkward: [String] = {
    characters.flatMap { character in
      (0..<character.utf8.count).flatMap { offset in
        sizes.map { size in
          String(repeating: "7", count: offset) + String(repeating: character, count: (size + 8) / character.utf8.count)
        }
      }
    }
  }()

  private static func lengths(_ run: TestRun) throws {
    let stage = try run.stage()
    let kind = try stage.peer.target().kind
    stage.longestWait = stage.loop.isRealTime ? .milliseconds(500) : nil
    // On a real clock each string takes its time: a few of each length are enough.
    let every = stage.loop.isRealTime ? 13 : 1
    let texts = stride(from: 0, to: awkward.count, by: every).map { awkward[$0] }
    for (index, text) in texts.enumerated() {
      let bytes = Array(text.utf8)
      var target = CallTarget(kind: index % 2 == 0 ? Array("generic".utf8) : kind, handle: bytes)
      target.name = bytes
      target.extraJSON = Array("{\"x-kit\":\"\(text)\"}".utf8)
      stage.attempt { _ = try stage.outcome(stage.near.start(stage.near.mintCall(), target)) }
      try stage.ifOffered { try callUs(stage, named: bytes, handle: index % 3 == 0 ? bytes : nil) }
      stage.attempt { _ = try stage.outcome(stage.near.apply("{\"\(text)\": \"\(text)\"}")) }
      if index % 8 == 0 {
        try requireTexts(stage, "after strings of \(bytes.count) bytes")
      }
      try endAll(stage)
    }
    try longTransfer(stage)
    try requireTexts(stage, "at last")
    try stage.tearDown()
  }

  /// Has the far end call with a name, and judges what is reported and seen.
  private static func callUs(_ stage: Stage, named name: [UInt8], handle: [UInt8]?) throws {
    var caller = try CallTarget(stage.peer.target().kindText, "5550145")
    caller.name = name
    if let handle { caller.handle = handle }
    guard try stage.near.peerCall(caller) == HSW_OK else { return }
    try stage.settle(.milliseconds(20))
    guard let call = stage.near.ledger.incomingOrder.last.map({ CallRef(id: $0) }) else { return }
    try stage.near.shown(call)
    _ = try stage.near.answer(call)
    try stage.settle(.milliseconds(20))
    try stage.ifOffered { try AbiTests.requireJSON(stage.near.dump(call), "diag.dump of \(call)") }
    try AbiTests.requireJSON(stage.near.peerObserve(call), "test-peer.observe of \(call)")
  }

  /// Lends texts of a verdict and a transfer.
  private static func longTransfer(_ stage: Stage) throws {
    for text in awkward.prefix(stage.loop.isRealTime ? 4 : 40) {
      stage.attempt {
        let call = try stage.connect()
        try stage.peer.order(.askTransfer(to: "5550133"), call)
        try stage.settle(.milliseconds(20))
        _ = try stage.near.verdict(call, accepted: 0, Fault(code: HSW_E_FAIL, domain: "kit", message: text))
        let target = CallTarget(kind: Array("generic".utf8), handle: Array(text.utf8))
        _ = try stage.outcome(stage.near.transfer(call, to: target))
      }
      try endAll(stage)
    }
  }

  /// Requires that everything that the plugin has written since the start is text.
  private static func requireTexts(_ stage: Stage, _ moment: String) throws {
    try stage.refuse(.text)
    try stage.ifOffered {
      for level: UInt32 in 0...2 { try AbiTests.requireJSON(stage.near.dump(level: level), "diag.dump, \(moment),") }
    }
  }

  private static func endAll(_ stage: Stage) throws {
    for (id, call) in stage.near.ledger.calls where call.isUp { _ = try? stage.near.end(CallRef(id: id)) }
    _ = stage.wait(.seconds(5)) { !stage.near.ledger.calls.contains { $0.value.isUp } }
    if stage.near.ledger.calls.contains(where: { $0.value.isUp }) { try stage.near.reset() }
  }

  // MARK: empty strings

  private static func emptyStrings(_ run: TestRun) throws {
    let stage = try run.stage()
    let target = try stage.peer.target()
    var empty = target
    empty.handle = []
    try compare(stage, "calls.start with an empty handle", empty) { try stage.near.start(stage.near.mintCall(), $0) }
    var kindless = target
    kindless.kind = []
    try compare(stage, "calls.start with an empty handle_kind", kindless) { try stage.near.start(stage.near.mintCall(), $0) }
    try compare(stage, "calls.start without a name", target) { try stage.near.start(stage.near.mintCall(), $0) }
    try stage.ifOffered {
      let call = try stage.connect()
      try compare(stage, "transfer.blind with an empty handle", empty) { try stage.near.transfer(call, to: $0) }
      try stage.hangUp(call)
    }
    try stage.ifOffered {
      let call = try stage.ringing()
      try compare(stage, "deflect.deflect with an empty handle", empty) { try stage.near.deflect(call, to: $0) }
      try stage.hangUp(call)
    }
    try stage.refuse(.text)
    try stage.tearDown()
  }

  /// Requires the same outcome with empty strings at NULL and at an address.
  private static func compare(_ stage: Stage, _ what: String, _ target: CallTarget, _ act: (CallTarget) throws -> ActionRef) throws {
    var outcomes: [String] = []
    for isAtAddress in [false, true] {
      var target = target
      target.givesEmptyAddress = isAtAddress
      outcomes.append(Stage.word(try stage.outcome(act(target))))
      for (id, call) in stage.near.ledger.calls where call.isUp && call.isNew { _ = try stage.near.end(CallRef(id: id)) }
      try stage.settle(.milliseconds(100))
    }
    guard outcomes[0] == outcomes[1] else {
      throw TestFailure("\(what) \(outcomes[1]) where its empty strings lie at an address, and \(outcomes[0]) where they are NULL")
    }
  }
}

extension Stage {
  /// Returns the end of an action without the plugin's sentence.
  fileprivate static func word(_ state: LedgerAction.State) -> String {
    if case .failed(let fault) = state { return "failed with \(StatusName.of(fault.code))" }
    if case .refused(let status) = state { return "failed with \(StatusName.of(status))" }
    return describe(state)
  }
}

extension LedgerCall {
  /// True for a call of ours that nobody has answered yet.
  fileprivate var isNew: Bool { stage == .dialing || stage == .starting }
}
