internal import ConformanceHarness
internal import TransportABI

/// The rows about handles and names: every kind, and lengths at the limits of the contract.
enum HandleTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.handle-kinds", .must, "Handles of every kind that the transport names can be called, and are reported as they are",
      budget: .seconds(60), body: kinds),
    ConformanceTest(
      "bad.whole-lengths", .must, "Handles and names of each length up to the limit are taken whole, or refused", budget: .seconds(60),
      body: lengths),
    ConformanceTest(
      "bad.codes", .must, "A code out of range in each function gets HSW_E_RANGE and changes nothing", budget: .seconds(30), body: codes),
  ]

  /// Handles in the form of their kind.
  private static func samples(of kind: String) -> [String] {
    switch kind {
    case "tel": ["5550142", "+15550142"]
    case "sip": ["sip:alice@example.org", "sip:+15550142@example.org;user=phone", "sips:bob@example.org"]
    case "mailto": ["alice@example.org"]
    case "generic": ["conformance", "room 7", "ümlaut", "a/b?c=d"]
    default: []
    }
  }

  private static func kinds(_ run: TestRun) throws {
    let stage = try run.stage()
    let own = try stage.peer.target()
    for kind in try stage.handleKinds() {
      for handle in samples(of: kind) {
        let target = CallTarget(kind, handle)
        let call = stage.near.mintCall()
        // The network may not have that handle; the transport must not refuse its form.
        let state = try stage.outcome(stage.near.start(call, target))
        if case .refused(HSW_E_NOTSUP) = state { throw TestFailure("calls.start to \(target.text) was refused with HSW_E_NOTSUP") }
        if case .refused(HSW_E_INVAL) = state {
          throw TestFailure("calls.start to \(target.text) was refused with HSW_E_INVAL, though the transport names the kind \(kind)")
        }
        try stage.clear(call)
        if try stage.peer is TestPeer { try report(stage, target) }
      }
    }
    // A handle of one kind is none of another.
    for kind in ["x-conformance", "tel2", "te", "TEL", "sip:", "generi"] where try !stage.handleKinds().contains(kind) {
      let state = try stage.outcome(stage.near.start(stage.near.mintCall(), CallTarget(kind: Array(kind.utf8), handle: own.handle)))
      if state == .done { throw TestFailure("calls.start took the kind \"\(kind)\", which the transport does not name") }
    }
    try stage.settle(.seconds(5))
    try stage.refuse(.unknownCall, .text)
    try stage.tearDown()
  }

  /// Requires that a call from such a handle is reported with it.
  private static func report(_ stage: Stage, _ caller: CallTarget) throws {
    guard let call = try call(stage, from: caller) else { return }
    let record = try stage.record(call)
    guard record.handleKind == caller.kindText, record.handle == String(decoding: caller.handle, as: UTF8.self) else {
      throw TestFailure("report_incoming gave \(record.handleKind):\(record.handle.prefix(60)), and the caller was \(caller.text)")
    }
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
  }

  /// Lets a far end with this handle call us; nil if the far end cannot have it.
  private static func call(_ stage: Stage, from caller: CallTarget) throws -> CallRef? {
    let known = stage.near.ledger.incomingOrder.count
    guard try stage.near.peerCall(caller) == HSW_OK else {
      try stage.settle(.milliseconds(100))
      // A call that was reported and could not be made must not stay.
      for id in stage.near.ledger.incomingOrder.dropFirst(known) { try stage.clear(CallRef(id: id)) }
      return nil
    }
    guard stage.wait(.seconds(10), until: { stage.near.ledger.incomingOrder.count > known }) else {
      throw TestFailure("no report_incoming within 10 s of a call from \(caller.text)")
    }
    return CallRef(id: stage.near.ledger.incomingOrder[known])
  }

  // MARK: lengths

  /// Lengths around which buffers end.
  private static let sizes = [
    1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 1023, 1024, 1025, 4095, 4096,
  ]
  private static let longSizes = [32_767, 32_768, 65_534, 65_535, 65_536]

  private static func lengths(_ run: TestRun) throws {
    let stage = try run.stage()
    // The calls of a far end that is not the plugin's own are told apart by their order, which calls to other handles would disturb.
    guard try stage.peer is TestPeer else { throw TestSkip("the far end is not the plugin's own test-peer") }
    let live = try stage.connect()
    let before = try stage.steadySight(live)
    for size in sizes + longSizes {
      let digits = String((0..<size).map { Character(Unicode.Scalar(UInt8(48 + ($0 * 7 + size) % 10))) })
      for kind in try stage.handleKinds() where kind == "tel" || kind == "generic" {
        let target = CallTarget(kind, digits)
        let call = stage.near.mintCall()
        _ = try stage.outcome(stage.near.start(call, target))
        try stage.clear(call)
        try report(stage, target)
      }
      try name(stage, digits)
      try transfer(stage, digits)
      try stage.expectSight(live, before, "while others had handles of \(size) bytes", within: .seconds(1))
    }
    try stage.hangUp(live)
    try stage.refuse(.text, .size, .endedTwice, .unknownCall)
    try stage.tearDown()
  }

  /// Requires that the name of a caller comes whole.
  private static func name(_ stage: Stage, _ name: String) throws {
    var caller = try CallTarget(stage.peer.target().kindText, "5550142", name: "")
    caller.name = Array(name.utf8)
    guard let call = try call(stage, from: caller) else { return }
    let reported = try stage.record(call).displayName
    guard reported == name || reported.isEmpty else {
      throw TestFailure("report_incoming gave \(reported.utf8.count) bytes of a caller's name of \(name.utf8.count)")
    }
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
  }

  /// Requires that a transfer goes to the whole handle, or nowhere.
  private static func transfer(_ stage: Stage, _ handle: String) throws {
    try stage.ifOffered {
      try stage.needExtension(HSW_EXT_TRANSFER)
      let call = try stage.connect()
      let kind = try stage.peer.target().kindText
      let wanted = try stage.outcome(stage.near.transfer(call, to: CallTarget(kind, handle))) == .done ? handle : ""
      try stage.expectPeer(call, "itself sent to a handle of \(wanted.utf8.count) bytes") { $0.transferred.map { $0 == wanted } ?? true }
      try stage.clear(call)
    }
  }

  // MARK: codes

  private static func codes(_ run: TestRun) throws {
    let stage = try run.stage()
    let near = stage.near
    let call = try stage.connect()
    let before = try stage.steadySight(call)
    for value: UInt32 in [2, 0x8000_0000, .max] {
      try stage.ifOffered { try stage.expect(near.setHeld(call, value), refused: HSW_E_RANGE) }
      try stage.ifOffered { try stage.expect(near.setMuted(call, value), refused: HSW_E_RANGE) }
      try stage.ifOffered { try verdict(stage, call, value) }
    }
    for kind: UInt32 in [0, 4, .max] { try stage.ifOffered { try stage.expect(near.play(call, "9", kind: kind), refused: HSW_E_RANGE) } }
    try stage.expectSightToStay(call, before, "since codes out of range were refused", for: .seconds(5))
    try requirePresentations(stage)
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func verdict(_ stage: Stage, _ call: CallRef, _ value: UInt32) throws {
    try stage.needExtension(HSW_EXT_TRANSFER)
    // From another process no answer to a verdict comes.
    guard !stage.near.isApart else { return }
    let status = try stage.near.verdict(call, accepted: value)
    guard status == HSW_E_RANGE || status == HSW_E_STATE else {
      throw TestFailure("transfer.verdict(\(value)) answered \(StatusName.of(status)), should be HSW_E_RANGE")
    }
  }

  /// Requires that an info whose presentation is none of the four is refused.
  private static func requirePresentations(_ stage: Stage) throws {
    for presentation: UInt32 in [4, 5, 1000, .max] {
      var target = try stage.peer.target()
      target.presentation = presentation
      let call = stage.near.mintCall()
      try stage.expect(stage.near.start(call, target), refused: HSW_E_RANGE)
      try stage.clear(call)
    }
  }
}
