internal import ConformanceHarness
internal import TransportABI

extension BadTests {
  /// A string that a host could give; some break the rule for strings.
  private struct Text {
    let name: String
    let bytes: [UInt8]
    var isWrong = false
  }

  private static let texts: [Text] = [
    Text(name: "an empty string", bytes: []),
    Text(name: "64 KiB", bytes: [UInt8](repeating: UInt8(ascii: "7"), count: Int(HSW_STR_MAX))),
    Text(name: "one byte more than 64 KiB", bytes: [UInt8](repeating: UInt8(ascii: "7"), count: Int(HSW_STR_MAX) + 1), isWrong: true),
    Text(name: "bytes that are not UTF-8", bytes: [0x35, 0xFF, 0xFE, 0x35], isWrong: true),
    Text(name: "a UTF-8 sequence that is cut off", bytes: [0x35, 0xE2, 0x82], isWrong: true),
    Text(name: "an overlong UTF-8 sequence", bytes: [0x35, 0xC0, 0xAF, 0x35], isWrong: true),
    Text(name: "half of a surrogate pair", bytes: [0xED, 0xA0, 0x80], isWrong: true),
    Text(name: "a code beyond U+10FFFF", bytes: [0xF4, 0x90, 0x80, 0x80], isWrong: true),
    Text(name: "a NUL inside", bytes: [0x35, 0x00, 0x35], isWrong: true),
    Text(name: "bidi marks", bytes: Array("\u{202E}5550\u{2066}199\u{2069}".utf8)),
    Text(name: "an escaped NUL", bytes: Array("sip:%00@example.org".utf8)),
    Text(name: "format directives", bytes: Array("%s%n%99999d".utf8)),
    Text(name: "line ends", bytes: Array("5550199\r\nVia: x".utf8)),
    Text(name: "200 bytes", bytes: [UInt8](repeating: UInt8(ascii: "5"), count: 200)),
  ]

  static func strings(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connect()
    let target = try stage.peer.target()
    for text in texts {
      for target in [
        with(target) { $0.handle = text.bytes }, with(target) { $0.kind = text.bytes }, with(target) { $0.name = text.bytes },
        with(target) { $0.extraJSON = text.bytes },
      ] {
        try start(stage, target, text)
        // A transfer to a valid target would take the call away.
        if text.isWrong { try stage.ifOffered { try judge(stage, stage.near.transfer(call, to: target), text) } }
      }
      try stage.ifOffered { try judge(stage, stage.near.play(call, text.bytes), text) }
      if text.isWrong { try stage.ifOffered { try judge(stage, stage.near.apply(text.bytes), text) } }
      try stage.ifOffered { _ = try stage.near.peerCall(with(target) { $0.handle = text.bytes }) }
      try stage.ifOffered { _ = try stage.near.peerOrder(call, HSW_ORDER_DTMF, text.bytes) }
      try create(stage, text)
      try endTheRest(stage, but: call)
    }
    guard try stage.record(call).isUp else { throw TestFailure("a call ended while others were begun with strange strings") }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func with(_ target: CallTarget, _ change: (inout CallTarget) -> Void) -> CallTarget {
    var target = target
    change(&target)
    return target
  }

  private static func start(_ stage: Stage, _ target: CallTarget, _ text: Text) throws {
    let call = stage.near.mintCall()
    try judge(stage, stage.near.start(call, target), text)
    if stage.near.ledger.calls[call.id]?.isUp == true { _ = try stage.near.end(call) }
  }

  private static func judge(_ stage: Stage, _ action: ActionRef, _ text: Text) throws {
    let state = try stage.outcome(action)
    if state == .done, text.isWrong { throw TestFailure("\(action.function) took \(text.name)") }
  }

  /// Creates an instance with an id, and one with a configuration, that is no valid string.
  private static func create(_ stage: Stage, _ text: Text) throws {
    guard text.isWrong else { return }
    var attempts = [(text.bytes, [UInt8]())]
    // A transport without a configuration ignores one.
    if try stage.near.offers(HSW_EXT_CONFIG) { attempts.append((Array(stage.run.descriptor.utf8), text.bytes)) }
    for (id, config) in attempts {
      let creation = try stage.createRaw(id: id, config: config)
      if let instance = creation.instance {
        try instance.destroy()
        throw TestFailure("entry.create took \(text.name)")
      }
    }
  }

  /// Ends any call that resulted, before the next string.
  private static func endTheRest(_ stage: Stage, but kept: CallRef) throws {
    for (id, call) in stage.near.ledger.calls where call.isUp && id != kept.id { _ = try stage.near.end(CallRef(id: id)) }
    _ = stage.wait(.seconds(5)) { !stage.near.ledger.calls.contains { $0.value.isUp && $0.key != kept.id } }
  }
}
