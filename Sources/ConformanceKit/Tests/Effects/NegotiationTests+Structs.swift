internal import ConformanceHarness
internal import TransportABI

// The structs of both sides: reserved fields, lengths, flags, and tables that lack something.
extension NegotiationTests {
  static func reserved(_ run: TestRun) throws {
    let stage = try run.stage()
    if let words = try stage.library.strayBits().first { throw TestFailure(words) }
    if let words = try stage.near.strayBits().first { throw TestFailure(words) }
    Exercise(stage).run()
    // Reports with an error: of a failed start, a refused configuration, an end, a line that is down.
    stage.attempt { _ = try stage.outcome(stage.startToNobody()) }
    stage.attempt { _ = try stage.outcome(stage.near.apply("{")) }
    stage.attempt {
      let call = try stage.dial()
      try stage.peer.order(.busy, call)
      try stage.settle()
    }
    stage.attempt {
      let call = try stage.connect()
      _ = try stage.outcome(stage.near.transfer(call, to: CallTarget(stage.peer.target().kindText, "5550105")))
      try stage.settle()
    }
    stage.attempt {
      for on: UInt32 in [0, 1] {
        _ = try stage.outcome(stage.near.setRegistered(on))
        try stage.settle()
      }
    }
    if let words = stage.near.ledger.strays.first { throw TestFailure(words) }
    try stage.tearDown()
  }

  static func constant(_ run: TestRun) throws {
    let stage = try run.created()
    let start = try stage.near.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init answered \(start.text)") }
    let first = try stage.near.tableContents()
    func requireSame(_ when: String) throws {
      let now = try stage.near.tableContents()
      for (name, bytes) in first.sorted(by: { $0.key < $1.key }) where now[name] != bytes {
        throw TestFailure("\(name) changed \(when), and it should stay as it was")
      }
    }
    guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed") }
    try requireSame("at activate")
    Exercise(stage).run()
    try requireSame("with calls")
    let other = try stage.another()
    _ = try other.initialise()
    try requireSame("at the init of another instance")
    try other.destroy()
    try stage.near.reset()
    stage.dismissPeer()
    try requireSame("at reset")
    stage.attempt { _ = try stage.outcome(stage.near.apply(run.settings.near)) }
    try requireSame("at config.apply")
    try stage.near.deactivateAndWait(stage)
    try requireSame("at deactivate")
    try stage.near.destroy()
  }

  static func longStructs(_ run: TestRun) throws {
    let shapes: [HostShape] = [
      .longer(8, flags: 0xFFFF), .longer(16, flags: 0x8000), .longer(24, flags: 0x1), .longer(1000, flags: 0x1000),
      .longer(4096, flags: 0x2000), .longer(60_000, flags: 0xF000),
    ]
    for shape in shapes {
      do {
        let stage = try run.stage(.full.shaped(shape))
        if let call = try stage.dialIfPossible() {
          try stage.hangUp(call)
          let incoming = try stage.answered()
          try stage.hangUp(incoming)
        }
        Exercise(stage).run()
        try stage.tearDown()
      } catch let failure as TestFailure {
        throw failure.told("with structs of another length and unknown flags (\(shape))")
      }
    }
  }

  static func mustFlags(_ run: TestRun) throws {
    let stage = try run.stage()
    let sentinel = UnsafePointer<hsw_instance>(bitPattern: 0x5A5A_5A5A_5A58)
    for bit: UInt32 in 16...31 {
      var offer = HostOffer.full
      offer.flags = 1 << bit
      let creation = try Stage.create(run, stage.library, stage.loop, offer, config: run.settings.near, sentinel: sentinel)
      guard creation.outcome.status == HSW_E_NOTSUP, creation.leftOutAlone else {
        throw TestFailure(
          "entry.create answered \(creation.outcome.text) to a host with the flag \(hex(1 << bit)), should be HSW_E_NOTSUP and *out untouched"
        )
      }
    }
    let call = try stage.connect()
    let before = try stage.steadySight(call)
    for bit: UInt32 in 16...31 {
      var target = try stage.peer.target()
      target.flags = 1 << bit
      func require(_ action: ActionRef) throws {
        do {
          try stage.expect(action, refused: HSW_E_NOTSUP)
        } catch let failure as TestFailure {
          throw failure.told("with the flag \(hex(1 << bit))")
        }
      }
      try require(stage.near.start(stage.near.mintCall(), target))
      try stage.ifOffered { try require(stage.near.transfer(call, to: target)) }
    }
    try stage.expectSightToStay(call, before, "since transfers with unknown flags were refused", for: .seconds(5))
    try stage.ifOffered { try deflects(stage) }
    try stage.hangUp(call)
    try stage.refuse(.unknownCall)
    try stage.tearDown()
  }

  private static func deflects(_ stage: Stage) throws {
    try stage.needExtension(HSW_EXT_DEFLECT)
    let call = try CallSituation.unanswered[3].make(stage)
    let before = try stage.steadySight(call)
    for bit: UInt32 in 16...31 {
      var target = try stage.peer.target()
      target.flags = 1 << bit
      try stage.expect(stage.near.deflect(call, to: target), refused: HSW_E_NOTSUP)
    }
    try stage.expectSightToStay(call, before, "since deflects with unknown flags were refused", for: .seconds(5))
    try stage.hangUp(call)
  }

  private static func hex(_ number: UInt32) -> String { "0x" + String(number, radix: 16) }

  // MARK: hosts that lack something

  static func eachNull(_ run: TestRun) throws {
    let optional: [HostFunction] = [
      .logEnabled, .log, .wire, .isLoop, .isMedia, .transferProgress, .transferRequest, .getSecret,
    ]
    var offers: [(name: String, offer: HostOffer)] = optional.map { function in
      var offer = HostOffer.full
      offer.absent = [function]
      return ("\(function.rawValue) is NULL", offer)
    }
    for name in HostExtension.allCases where name != .loop {
      var offer = HostOffer.full
      offer.cut = [name]
      offers += [("the table of host-\(name) has no function", offer), ("host-\(name) is not offered", .full.without(name))]
    }
    let library = try run.library()
    for (name, offer) in offers {
      do {
        let stage = try run.created(in: library, offer)
        let start = try stage.near.initialise()
        try AbiTests.requireSentence(start, "instance.init")
        if start.status == HSW_OK {
          let activation = try stage.near.activate()
          try AbiTests.requireSentence(activation, "instance.activate")
          if activation.status == HSW_OK { Exercise(stage).run() }
        }
        try stage.tearDown()
      } catch let failure as TestFailure {
        throw failure.told("on a host where \(name)")
      }
    }
    try library.unload()
  }

  static func oddExtensions(_ run: TestRun) throws {
    let stage = try run.created()
    let offered = PluginExtension.all.map(\.id)
    var ids = [
      "", "\u{1}", "\u{7F}", "ä", "%s%n", "org.hookswitch", "/", "//", "org.hookswitch.calls/1/1", "org.hookswitch.calls/-1", "null",
    ]
    for length in [63, 64, 127, 128, 255, 256, 1023, 1024, 4095, 4096, 65_535, 65_536] { ids.append(String(repeating: "o", count: length)) }
    for id in offered {
      ids += [id.uppercased(), "org.example." + PluginExtension.name(of: id) + "/1", id + "\u{1}", id + String(repeating: "0", count: 300)]
      ids += [PluginExtension.name(of: id), "org.hookswitch.host-" + PluginExtension.name(of: id) + "/1", id.replacing("/1", with: "/3")]
      ids += (0..<id.count).map { String(id.prefix($0)) }
    }
    ids.append(contentsOf: HostExtension.allCases.map { "org.hookswitch.host-\($0)/1" })
    func requireNull(_ when: String) throws {
      for id in ids where try !offered.contains(id) && stage.near.askExtension(id) != nil {
        throw TestFailure("get_extension(\"\(id.prefix(80))\") is not NULL \(when), though no extension has that id")
      }
    }
    guard try stage.near.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    try requireNull("after init")
    _ = try stage.near.activate()
    try requireNull("after activate")
    try stage.tearDown()
  }
}
