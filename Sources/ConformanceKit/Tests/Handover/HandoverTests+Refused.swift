internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

// Handovers that do not come about: the old instance goes on.
extension HandoverTests {
  /// The step at which a handover is refused.
  private enum Step: String, CaseIterable {
    case prepared = "refused after prepare"
    case waited = "refused half a second after prepare"
    case stopped = "refused after the parcel took only half of the bytes"
    case given = "refused after give"
    case garbled = "refused after take got half of the bytes"
    case taken = "refused after take"
    case activated = "refused after activate"
    case twice = "refused twice"
    case late = "refused half a second after give"

    static let delay = Duration.milliseconds(500)

    /// True if half a second passes before the refusal.
    var takesTime: Bool { self == .waited || self == .late }

    /// Hands over as far as the step, and refuses.
    func refuse(_ stage: Stage, _ sounds: [CallSound]) throws -> Transcript.Comparison {
      let handover = Handover(stage, sounds: sounds)
      var equal: Transcript.Comparison = stage.loop.isRealTime || self == .late ? .instance : [.times, .instance]
      switch self {
      case .prepared, .waited: _ = try handover.prepare()
      case .stopped: try stop(handover, stage, sounds)
      case .given, .late: try handover.giveAll()
      case .garbled:
        try handover.giveAll()
        let whole = handover.parcel.bytes
        let outcome = try handover.take(handover.parcel.copy(bytes: Array(whole.prefix(whole.count / 2))))
        guard outcome.status < 0 else { throw TestFailure("handover.take answered \(outcome.text) to half of a parcel") }
      case .taken, .activated:
        try handover.giveAll()
        try handover.takeAll()
        if self == .activated { try handover.activate() }
      case .twice:
        try handover.giveAll()
        try handover.refuse()
        return try Step.given.refuse(stage, sounds)
      }
      if takesTime { try stage.settle(Self.delay) }
      try handover.refuse()
      if handover.wasBusy { equal.remove(.times) }
      return equal
    }

    /// Lets give meet a parcel that takes no more after half of the bytes.
    private func stop(_ handover: Handover, _ stage: Stage, _ sounds: [CallSound]) throws {
      let trial = Handover(stage, sounds: sounds)
      try trial.giveAll()
      let length = trial.parcel.bytes.count
      try trial.refuse()
      _ = try handover.prepare()
      let status = try handover.give(limit: length / 2)
      guard length < 2 || status < 0 else {
        throw TestFailure("handover.give answered HSW_OK, and the parcel took only half of its bytes")
      }
    }
  }

  static func refused(_ run: TestRun) throws {
    let stage = try began(run)
    try requireOrder(stage)
    try stage.tearDown()
    try forEach(run) { first, play, control in
      let late = first.loop.isRealTime ? nil : play.control(Step.delay)
      for step in first.loop.isRealTime ? [.given, .activated] : Step.allCases {
        guard let control = step.takesTime ? late : control else { continue }
        try play.require(like: control, step.rawValue) { try step.refuse($0, $1) }
      }
    }
  }

  /// Requires that a way that is not offered, and functions out of order, are refused and change nothing.
  private static func requireOrder(_ stage: Stage) throws {
    let near = stage.near
    let call = try stage.connect()
    let heir = try stage.another()
    guard try heir.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    let offered = try near.handoverWays
    func require(_ status: hsw_status, _ function: String, _ wanted: hsw_status, _ why: String) throws {
      guard status != wanted else { return }
      throw TestFailure("\(function) answered \(StatusName.of(status)) \(why), should be \(StatusName.of(wanted))")
    }
    let hasPrepare = try near.offersPrepare
    for way: UInt32 in [0, HSW_HANDOVER_SOCKETS, 3, 4, 0x8000_0000] where way.nonzeroBitCount != 1 || offered & way == 0 {
      let box = ParcelBox(stage.loop)
      if hasPrepare { try require(near.prepareHandover(box, way: way), "handover.prepare", HSW_E_RANGE, "to the way \(way)") }
      try require(near.giveHandover(box, way: way), "handover.give", HSW_E_RANGE, "to the way \(way)")
      try require(heir.takeHandover(box, way: way).status, "handover.take", HSW_E_RANGE, "to the way \(way)")
    }
    let box = ParcelBox(stage.loop)
    if hasPrepare { try require(heir.prepareHandover(box), "handover.prepare", HSW_E_STATE, "before activate") }
    try require(heir.giveHandover(box), "handover.give", HSW_E_STATE, "before activate")
    try require(near.takeHandover(box).status, "handover.take", HSW_E_STATE, "after activate")
    for outcome: UInt32 in [0, HSW_HANDOVER_ALONE, 4, .max] { try near.settleHandover(outcome) }
    try heir.destroy()
    try stage.hangUp(call)
  }

  // MARK: a second try

  static func busy(_ run: TestRun) throws {
    let pause = Duration.milliseconds(100)
    try forEach(run, pause: pause) { first, play, control in
      try play.require(like: control, "after a give that failed") { stage, sounds in
        let failed = Handover(stage, sounds: sounds)
        _ = try failed.prepare()
        let status = try failed.give(limit: 0)
        guard status < 0 else { throw TestFailure("handover.give answered HSW_OK to a parcel that takes no byte") }
        // An instance that stood still after its error would be late by this pause.
        try stage.settle(pause)
        if status != HSW_E_BUSY { try failed.refuse() }
        // The state in which it is then: other tests look at what becomes of calls that move.
        let handover = Handover(stage, sounds: sounds)
        try handover.giveAll()
        try handover.takeAll()
        try handover.activate()
        if play.situation.isEmpty { try handover.settle() } else { try handover.refuse() }
        return first.loop.isRealTime || handover.wasBusy ? [] : .times
      }
    }
    try whileRegistering(run)
  }

  /// Hands over an instance that has just asked for its secret: it may be busy, and must be ready within the host's 5 s.
  private static func whileRegistering(_ run: TestRun) throws {
    let library = try run.library()
    let first = try run.created(in: library)
    guard try first.near.offers(HSW_EXT_CONFIG), try first.near.initialise().status == HSW_OK else { return try first.tearDown() }
    // A schema that cannot be read is another test's matter.
    let names = (try? ConfigTests.schema(of: first.near).settings.filter(\.isSecret).map(\.name)) ?? []
    try first.near.destroy()
    guard !names.isEmpty else { return }
    let members = names.reduce(ConfigTests.base(run)) { ConfigTests.members($0, $1, .string("canary")) }
    let secrets = run.settings.secrets.merging(["canary": "a secret"]) { $1 }
    func lines(_ disturb: (Stage, String) throws -> Void) throws -> UInt32? {
      let config = JSONValue.object(members).text
      let stage = try Stage(run, library, .full.with(secrets: secrets), config: config)
      try stage.bringUp()
      try disturb(stage, config)
      try stage.settle(.seconds(2))
      defer { stage.attempt { try stage.tearDown() } }
      return stage.near.ledger.lines.last?.state
    }
    let wanted = try lines { _, _ in }
    let found = try lines { stage, config in try Handover(stage, config: config).run() }
    guard found == wanted else {
      throw TestFailure("handed over while it registers: the line is in state \(found ?? 0) afterwards, should be \(wanted ?? 0)")
    }
  }
}
