internal import ConformanceHarness
internal import TransportABI

/// The group `abi`: versions, struct sizes and strings, in both directions.
enum AbiTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("abi.exact", .must, "To a host of version 1.0 the plugin chooses 1.0", body: exact),
    ConformanceTest("abi.range", .must, "From a range of versions the plugin chooses one inside it", body: range),
    ConformanceTest(
      "abi.refuse-new", .must, "A host that speaks only version 99 is refused with HSW_E_VERSION and a sentence", body: refuseNew),
    ConformanceTest("abi.refuse-magic", .must, "A wrong magic or a NULL query is an error, and nothing is written", body: refuseMagic),
    ConformanceTest("abi.small-query", .must, "Nothing past the size of a short query is touched", body: smallQuery),
    ConformanceTest("abi.old-host", .must, "With every struct of the host cut to version 1.0 at a guard page, calls work", body: oldHost),
    ConformanceTest(
      "abi.new-host", .must, "Longer structs and unknown flags are fine; an unknown bit within HSW_MUST is refused with HSW_E_NOTSUP",
      body: newHost),
    ConformanceTest("abi.borrow", .must, "No argument is used after its call has returned", body: borrow),
    ConformanceTest("abi.sizes-set", .must, "Every struct of the plugin has a size from that of version 1.0 to 64 KiB", body: sizesSet),
    ConformanceTest(
      "abi.unknown-extension", .must, "An id that is not offered, also one that begins like one that is, gets NULL", body: unknownExtension),
    ConformanceTest("abi.extension-stable", .must, "An extension has the same address for life, from any thread", body: extensionStable),
    ConformanceTest("abi.no-host-extensions", .must, "On a bare host init succeeds, or fails with a sentence", body: noHostExtensions),
    ConformanceTest(
      "abi.null-optional", .must, "Functions of host-log, -threads, -transfer and -secrets that are NULL are not called", body: nullOptional
    ),
    ConformanceTest(
      "abi.descriptor", .must, "Descriptors have a valid id, names, valid strings, and no duplicate", body: descriptor),
    ConformanceTest("abi.create-unknown", .must, "create refuses an unknown id and leaves *out untouched", body: createUnknown),
  ]

  private static func oldHost(_ run: TestRun) throws {
    let stage = try run.stage(.full.shaped(.exact))
    if let call = try stage.dialIfPossible() { try stage.hangUp(call) }
    Exercise(stage).run()
    try stage.tearDown()
  }

  private static func newHost(_ run: TestRun) throws {
    let stage = try run.stage(.full.shaped(.future))
    if let call = try stage.dialIfPossible() {
      try stage.hangUp(call)
      var target = try stage.peer.target()
      target.flags = 0x0008_0000
      try stage.expect(stage.near.start(stage.near.mintCall(), target), refused: HSW_E_NOTSUP)
    }
    Exercise(stage).run()
    try stage.tearDown()

    var offer = HostOffer.full
    offer.flags = 0x0008_0000
    let creation = try Stage.create(run, stage.library, stage.loop, offer, config: run.settings.near)
    if let instance = creation.instance { try instance.destroy() }
    guard creation.outcome.status == HSW_E_NOTSUP else {
      throw TestFailure(
        "entry.create answered \(creation.outcome.text) to a host with an unknown flag within HSW_MUST, should be HSW_E_NOTSUP")
    }
  }

  private static func borrow(_ run: TestRun) throws {
    run.arena.takesBackAtOnce = true
    let stage = try run.stage()
    Exercise(stage).run()
    stage.attempt {
      let call = try stage.connect()
      stage.attempt { try stage.complete(stage.near.transfer(call, to: stage.peer.target())) }
      try stage.settle()
    }
    stage.attempt {
      try stage.needExtension(HSW_EXT_DEFLECT)
      try stage.complete(stage.near.deflect(stage.ringing(), to: stage.peer.target()))
      try stage.settle()
    }
    stage.attempt { _ = try stage.near.apply(run.settings.near) }
    Exercise(stage).run()
    try stage.settle()
    try stage.tearDown()
  }

  private static func noHostExtensions(_ run: TestRun) throws {
    for extensions: Set<HostExtension> in [[], [.loop]] {
      let stage = try run.created(HostOffer(extensions: extensions))
      let start = try stage.near.initialise()
      if start.status == HSW_OK {
        let activation = try stage.near.activate()
        try requireSentence(activation, "instance.activate")
        if activation.status == HSW_OK { Exercise(stage).run() }
      } else {
        try requireSentence(start, "instance.init")
      }
      try stage.tearDown()
    }
  }

  /// Fails if a step was refused without a reason.
  static func requireSentence(_ outcome: Outcome, _ function: String) throws {
    guard outcome.status != HSW_OK else { return }
    guard outcome.status < 0 else { throw TestFailure("\(function) answered \(outcome.text), which is neither HSW_OK nor an error") }
    guard let why = outcome.why, !why.isEmpty else {
      throw TestFailure("\(function) answered \(StatusName.of(outcome.status)) without a sentence in its hsw_why")
    }
  }

  private static func nullOptional(_ run: TestRun) throws {
    var offer = HostOffer.full
    offer.absent = [.logEnabled, .log, .wire, .isLoop, .isMedia, .transferProgress, .transferRequest, .getSecret]
    let stage = try run.created(offer)
    let start = try stage.near.initialise()
    try requireSentence(start, "instance.init")
    if start.status == HSW_OK {
      let activation = try stage.near.activate()
      try requireSentence(activation, "instance.activate")
      if activation.status == HSW_OK { Exercise(stage).run() }
    }
    try stage.tearDown()
  }
}
