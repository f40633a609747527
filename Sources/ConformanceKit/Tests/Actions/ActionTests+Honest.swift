internal import ConformanceHarness
internal import TransportABI

// A transport's promises, and whether it keeps them.
extension ActionTests {
  static func honest(_ run: TestRun) throws {
    let stage = try run.stage()
    try requireCapabilities(stage)
    let nobody = CallTarget("x-conformance", "5550142")
    guard try !stage.handleKinds().contains(nobody.kindText) else { throw TestFailure("a kind of handle is called \(nobody.kindText)") }
    try stage.expect(stage.near.start(stage.near.mintCall(), nobody), refused: HSW_E_INVAL)
    let out = try stage.connect()
    let back = try stage.answered()
    // The call's capabilities may be reported after the call.
    try stage.settle(.seconds(2))
    for call in [out, back] {
      for feature in CallFeature.ofActiveCalls { try requireHonest(stage, call, feature) }
    }
    if try stage.near.offers(HSW_EXT_DEFLECT) {
      try stage.hangUp(back)
      let ringing = try stage.ringing()
      try stage.settle(.seconds(2))
      try requireHonest(stage, ringing, .deflect)
    }
    try stage.tearDown()
  }

  private static func requireCapabilities(_ stage: Stage) throws {
    let promised = try Set(stage.descriptor().capabilities)
    for name in promised.subtracting(["voice", "video"]).sorted() where try !stage.near.offers("org.hookswitch.\(name)/1") {
      throw TestFailure("the descriptor's capabilities name \"\(name)\", and get_extension(\"org.hookswitch.\(name)/1\") is NULL")
    }
    for (id, _) in PluginExtension.all where try stage.near.offers(id) && !promised.contains(PluginExtension.name(of: id)) {
      throw TestFailure("get_extension(\"\(id)\") is not NULL, and the descriptor's capabilities do not name it")
    }
  }

  /// A flag of a call that concerns one of the extensions.
  private struct CallFeature: Sendable {
    let flag: UInt32
    let name: String
    let id: String
    let use: @Sendable (Stage, CallRef) throws -> ActionRef

    static let ofActiveCalls: [CallFeature] = [
      CallFeature(flag: HSW_CI_CAN_HOLD, name: "HSW_CI_CAN_HOLD", id: HSW_EXT_HOLD) { try $0.near.setHeld($1, 1) },
      CallFeature(flag: HSW_CI_CAN_DTMF, name: "HSW_CI_CAN_DTMF", id: HSW_EXT_DTMF) { try $0.near.play($1, "1") },
      CallFeature(flag: HSW_CI_CAN_TRANSFER, name: "HSW_CI_CAN_TRANSFER", id: HSW_EXT_TRANSFER) {
        try $0.near.transfer($1, to: $0.peer.target())
      },
    ]

    /// The feature of a call that rings.
    static let deflect = CallFeature(flag: HSW_CI_CAN_DEFLECT, name: "HSW_CI_CAN_DEFLECT", id: HSW_EXT_DEFLECT) {
      try $0.near.deflect($1, to: $0.peer.target())
    }
  }

  private static func requireHonest(_ stage: Stage, _ call: CallRef, _ feature: CallFeature) throws {
    let record = try stage.record(call)
    guard record.mask & feature.flag != 0 else { return }
    let isOffered = try stage.near.offers(feature.id)
    if record.flags & feature.flag != 0 {
      guard !isOffered else { return }
      throw TestFailure("\(call) has \(feature.name), and the plugin does not offer \(feature.id)")
    }
    guard isOffered else { return }
    let action = try feature.use(stage, call)
    do {
      try stage.expect(action, refused: HSW_E_NOTSUP)
    } catch let failure as TestFailure {
      throw failure.told("\(call) has \(feature.name) in its mask and not in its flags")
    }
  }
}
