internal import ConformanceHarness
internal import TransportABI

/// The group `bad`: misuse by the host, which a plugin must survive.
enum BadTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "bad.strings", .must, "Strings that are empty, huge, not UTF-8 or strange do no harm, and wrong ones are refused", body: strings),
    ConformanceTest("bad.enums", .must, "Codes out of their range are refused; an unknown why means hang-up", body: enums),
    ConformanceTest(
      "bad.random-handles", .must, "Ten thousand random handles, on every function, get HSW_E_NOCALL and harm no call",
      budget: .seconds(30),
      body: randomHandles),
    ConformanceTest(
      "bad.host-errors", .must, "Where each host function in turn answers errors, the plugin neither crashes nor retries for ever",
      budget: .seconds(20), body: hostErrors),
    ConformanceTest(
      "bad.long-texts", .must, "Every text that the plugin passes on is UTF-8 without NUL, however long the names and handles were",
      budget: .seconds(30), body: longTexts),
  ]

  // MARK: codes

  private static func enums(_ run: TestRun) throws {
    let stage = try run.stage()
    let near = stage.near
    for why: UInt32 in [0, 7, 8, 1000, 0x7FFF_FFFF, 0x8000_0000, .max] {
      let call = try stage.connect()
      try stage.complete(near.end(call, why: why))
      try stage.expect(call, is: .ended)
    }
    let call = try stage.connect()
    for value: UInt32 in [2, 3, 0x100, 0x8000_0000, .max] {
      try stage.ifOffered { try stage.expect(near.setHeld(call, value), refused: HSW_E_RANGE) }
      try stage.ifOffered { try stage.expect(near.setMuted(call, value), refused: HSW_E_RANGE) }
      try stage.ifOffered { try stage.expect(near.setRegistered(value), refused: HSW_E_RANGE) }
    }
    for kind: UInt32 in [0, 4, 1000, .max] {
      try stage.ifOffered { try stage.expect(near.play(call, "1", kind: kind), refused: HSW_E_RANGE) }
    }
    for order: UInt32 in [0, 14, 1000, .max] {
      try stage.ifOffered {
        let status = try near.peerOrder(call, order)
        guard status == HSW_E_RANGE else {
          throw TestFailure("test-peer.order answered \(StatusName.of(status)) to the order \(order), should be HSW_E_RANGE")
        }
      }
    }
    try mustFlags(stage, call)
    try stage.hangUp(call)
    try stage.ifOffered { try mustFlagsOfDeflect(stage) }
    try stage.tearDown()
  }

  private static func mustFlags(_ stage: Stage, _ call: CallRef) throws {
    for flag: UInt32 in [0x1_0000, 0x8000_0000] {
      var target = try stage.peer.target()
      target.flags = flag
      try stage.expect(stage.near.start(stage.near.mintCall(), target), refused: HSW_E_NOTSUP)
      try stage.ifOffered { try stage.expect(stage.near.transfer(call, to: target), refused: HSW_E_NOTSUP) }
    }
  }

  private static func mustFlagsOfDeflect(_ stage: Stage) throws {
    try stage.needExtension(HSW_EXT_DEFLECT)
    let call = try stage.ringing()
    for flag: UInt32 in [0x1_0000, 0x8000_0000] {
      var target = try stage.peer.target()
      target.flags = flag
      try stage.expect(stage.near.deflect(call, to: target), refused: HSW_E_NOTSUP)
    }
    try stage.complete(stage.near.answer(call))
    try stage.hangUp(call)
  }

  // MARK: handles

  private static func randomHandles(_ run: TestRun) throws {
    let stage = try run.stage()
    let live = try stage.connect()
    var random = SeededNumbers(run.seed)
    for round in 0..<10_000 {
      // Half of the handles are small, or like those that the plugin might have minted.
      let wild = random.next()
      let id = round % 2 == 0 ? wild : (wild & 1) << 63 | UInt64(random.below(100_000)) + 1000
      // The first rounds try all functions; the others try one each.
      for (index, question) in CallQuestion.all.enumerated() where round < 500 || round % CallQuestion.all.count == index {
        try stage.ifOffered { try question.ask(stage.near, CallRef(id: id), live) }
      }
      if round % 1000 == 0 {
        stage.near.host.book { $0.forgetWhatIsOver() }
        stage.runWhatIsDue()
      }
    }
    guard try stage.record(live).isUp else { throw TestFailure("a call ended while requests named calls that do not exist") }
    try stage.hangUp(live)
    try stage.tearDown()
  }

  // MARK: a host that fails

  private static func hostErrors(_ run: TestRun) throws {
    let library = try run.library()
    for function in HostFunction.allCases where function.answersStatus {
      for status in [HSW_E_STATE, HSW_E_INVAL] {
        let stage = try run.created(in: library, .full.refusing(function, with: status))
        if try stage.near.initialise().status == HSW_OK, try stage.near.activate().status == HSW_OK { Exercise(stage).run() }
        try stage.tearDown()
      }
    }
  }
}
