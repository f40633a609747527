internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

/// The group `state`: the state that outlives the process.
enum StateTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("state.roundtrip", .offered(HSW_EXT_STATE), "A saved state loads, and is the same when saved again", body: roundtrip),
    ConformanceTest("state.short-io", .offered(HSW_EXT_STATE), "A state is the same when written and read a byte at a time", body: shortIO),
    ConformanceTest(
      "state.garbage", .offered(HSW_EXT_STATE), "A state that is empty, cut short or random is refused, and the instance is as it was",
      body: garbage),
    ConformanceTest(
      "state.no-secrets", .offered(HSW_EXT_CONFIG), "No text, file, variable or output contains a secret, plain or encoded",
      budget: .seconds(20), body: noSecrets),
  ]

  private static func roundtrip(_ run: TestRun) throws {
    let stage = try run.stage()
    let saved = try lived(stage)
    let heir = try heir(stage)
    try requireLoaded(heir.load(saved), saved)
    try requireSame(save(heir), saved, "a state that was saved, loaded and saved again")
    try work(heir)
    try requireSame(save(heir), saved, "the same after activate")
    try stage.tearDown()
    try heir.destroy()
  }

  private static func shortIO(_ run: TestRun) throws {
    let stage = try run.stage()
    let saved = try lived(stage)
    for portion in [1, 7] {
      try requireSame(save(stage.near, portion: portion), saved, "a state that was saved \(portion) bytes at a time")
      let heir = try heir(stage)
      let status = try heir.load(saved, portion: portion)
      guard status == HSW_OK else {
        throw TestFailure("state.load answered \(StatusName.of(status)) to its own state, read \(portion) bytes at a time")
      }
      try requireSame(save(heir), saved, "a state that was loaded \(portion) bytes at a time")
      try heir.destroy()
    }
    guard saved.count > 1, case let stopped = try stage.near.save(limit: saved.count / 2).status, stopped >= 0 else {
      return try stage.tearDown()
    }
    throw TestFailure("state.save answered \(StatusName.of(stopped)) though the sink stopped half-way, should be an error")
  }

  private static func garbage(_ run: TestRun) throws {
    let stage = try run.stage()
    let saved = try lived(stage)
    let heir = try heir(stage)
    let blank = try save(heir)
    var random = SeededNumbers(run.seed)
    let lengths = saved.count <= 100 ? Array(0..<saved.count) : (0..<100).map { $0 * saved.count / 100 }
    for length in lengths { try requireRefused(heir, Array(saved.prefix(length)), "the first \(length) of \(saved.count) bytes", blank) }
    for length in [1, 7, 16, 64, 1000, 65_536] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      try requireRefused(heir, bytes, "\(length) random bytes", blank)
    }
    // The plugin may take or refuse a state with a changed version, length or value, as long as it survives.
    for place in saved.indices.prefix(64) {
      for flip: UInt8 in [0xFF, 0x01, 0x80] {
        var bytes = saved
        bytes[place] ^= flip
        _ = try heir.load(bytes)
      }
    }
    try requireLoaded(heir.load(saved), saved)
    try work(heir)
    try stage.tearDown()
    try heir.destroy()
  }

  private static func requireRefused(_ instance: PluginInstance, _ bytes: [UInt8], _ what: String, _ before: [UInt8]) throws {
    let status = try instance.load(bytes)
    guard status < 0 else { throw TestFailure("state.load answered \(StatusName.of(status)) to \(what), should be an error") }
    try requireSame(save(instance), before, "the state after \(what) were refused")
  }

  // MARK: states

  /// Returns the state of an instance that had calls; skips the test if it saves none.
  private static func lived(_ stage: Stage) throws -> [UInt8] {
    stage.attempt { try stage.hangUp(stage.connect()) }
    stage.attempt { try stage.hangUp(stage.answered()) }
    let saved = try save(stage.near)
    guard !saved.isEmpty else { throw TestSkip("state.save writes nothing after calls") }
    return saved
  }

  /// Returns an instance that is to load the state: initialised but not activated, as in a host.
  private static func heir(_ stage: Stage) throws -> PluginInstance {
    let heir = try stage.another()
    let start = try heir.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init answered \(start.text)") }
    return heir
  }

  private static func work(_ instance: PluginInstance) throws {
    let activation = try instance.activate()
    guard activation.status == HSW_OK else { throw TestFailure("instance.activate answered \(activation.text) after state.load") }
  }

  private static func save(_ instance: PluginInstance, portion: Int = .max) throws -> [UInt8] {
    let (status, bytes) = try instance.save(portion: portion)
    guard status == HSW_OK else { throw TestFailure("state.save answered \(StatusName.of(status))") }
    return bytes
  }

  private static func requireLoaded(_ status: hsw_status, _ bytes: [UInt8]) throws {
    guard status == HSW_OK else {
      throw TestFailure("state.load answered \(StatusName.of(status)) to its own state of \(bytes.count) bytes")
    }
  }

  private static func requireSame(_ found: [UInt8], _ wanted: [UInt8], _ what: String) throws {
    guard found != wanted else { return }
    let place = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, wanted.count)
    throw TestFailure("\(what) differs: \(found.count) bytes for \(wanted.count), the first difference at byte \(place)")
  }
}
