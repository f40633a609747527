internal import ConformanceHarness
internal import Glibc
internal import TransportABI

// The contents of parcels: bytes that must not be trusted, and descriptors that must be closed.
extension HandoverTests {
  static func garbage(_ run: TestRun) throws {
    let stage = try began(run)
    try fill(stage)
    let recorded = Handover(stage)
    try recorded.giveAll()
    let whole = recorded.parcel
    try recorded.refuse()
    guard !whole.bytes.isEmpty else { throw TestFailure("handover.give wrote no bytes: another version cannot know what it gets") }
    for length in places(in: whole.bytes.count, most: 100) {
      try requireRefused(stage, whole, Array(whole.bytes.prefix(length)), "the first \(length) of \(whole.bytes.count) bytes")
    }
    var random = SeededNumbers(run.seed)
    for length in [1, 7, 16, 64, 1000, 65_536] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      try requireRefused(stage, whole, bytes, "\(length) random bytes")
    }
    try requireOrigin(stage, whole)
    // The plugin may take or refuse other changes, as long as it survives.
    try offer(stage, whole.copy(bytes: whole.bytes + [0]))
    for place in places(in: whole.bytes.count, most: 300) {
      for flip: UInt8 in [0xFF, 0x01, 0x80] {
        var bytes = whole.bytes
        bytes[place] ^= flip
        _ = try offer(stage, whole.copy(bytes: bytes))
      }
    }
    // The old instance and the next one have come to no harm.
    try Handover(stage).run()
    try stage.tearDown()
  }

  /// Makes a few calls, so that the parcel has something of everything.
  private static func fill(_ stage: Stage) throws {
    let held = try stage.connect()
    stage.attempt { _ = try stage.outcome(stage.near.setHeld(held, 1), within: .seconds(5)) }
    stage.attempt { _ = try stage.ringing() }
    stage.attempt {
      let call = try stage.connect()
      _ = try stage.near.play(call, "123")
      stage.attempt { _ = try stage.near.setMuted(call, 1) }
    }
  }

  /// Requires that a parcel of another transport, and one of a later version, are refused.
  private static func requireOrigin(_ stage: Stage, _ whole: ParcelBox) throws {
    let id = Array(stage.run.descriptor.utf8)
    guard let start = whole.bytes.prefix(id.count + 64).firstStart(of: id) else {
      throw TestFailure("the parcel does not begin with the transport's id \(stage.run.descriptor): it could be another one's")
    }
    let end = start + id.count
    for place in [start, end - 1] {
      var bytes = whole.bytes
      bytes[place] = bytes[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
      try requireRefused(stage, whole, bytes, "a parcel with the id \(String(decoding: bytes[start..<end], as: UTF8.self))")
    }
    // The version is in some form behind the id.
    for place in (end..<min(end + 32, whole.bytes.count)) {
      for value in [whole.bytes[place] &+ 1, UInt8(ascii: "9"), 0x7F, 0xFF] {
        var bytes = whole.bytes
        bytes[place] = value
        if try offer(stage, whole.copy(bytes: bytes)).status == HSW_E_NOTSUP { return }
      }
    }
    throw TestFailure("no change of the 32 bytes after the id makes handover.take answer HSW_E_NOTSUP: it checks no version of the format")
  }

  private static func requireRefused(_ stage: Stage, _ whole: ParcelBox, _ bytes: [UInt8], _ what: String) throws {
    let outcome = try offer(stage, whole.copy(bytes: bytes))
    guard [HSW_E_INVAL, HSW_E_RANGE, HSW_E_NOTSUP].contains(outcome.status) else {
      throw TestFailure("handover.take answered \(outcome.text) to \(what), should be HSW_E_INVAL, HSW_E_RANGE or HSW_E_NOTSUP")
    }
    guard let why = outcome.why, !why.isEmpty else {
      throw TestFailure("handover.take answered \(StatusName.of(outcome.status)) to \(what) without a sentence in its hsw_why")
    }
  }

  /// Offers a parcel to a new instance, and destroys that.
  @discardableResult
  private static func offer(_ stage: Stage, _ parcel: ParcelBox) throws -> Outcome {
    let handover = Handover(stage)
    let outcome = try handover.take(parcel)
    try handover.new?.destroy()
    try handover.requireStillness()
    stage.dropDestroyed()
    return outcome
  }

  /// Returns at most `most` places below `count`, the first ones all.
  private static func places(in count: Int, most: Int) -> [Int] {
    let first = min(count, most / 2)
    guard count > most else { return Array(0..<count) }
    return Array(0..<first) + (0..<(most - first)).map { first + $0 * (count - first) / (most - first) }
  }

  // MARK: descriptors

  /// An end of a handover, after which both instances are destroyed.
  private enum End: String, CaseIterable {
    case none = "without a handover"
    case prepared = "after prepare and settle(HSW_HANDOVER_REFUSED)"
    case given = "after give and settle(HSW_HANDOVER_REFUSED)"
    case refused = "after a take that failed"
    case lost = "after a take, and the end of the new instance"
    case taken = "after a handover"
    case both = "after give and take, and the end of both instances"
  }

  static func fds(_ run: TestRun) throws {
    let first = try began(run)
    var usual = 0
    for end in End.allCases {
      // The first run may fill a pool.
      _ = try left(first, end)
      let fresh = try left(first, end)
      // Other tests judge descriptors that stay open even without a handover.
      if end == .none { usual = fresh.count }
      guard fresh.count <= usual else {
        throw TestFailure("\(end.rawValue) \(fresh.count) descriptors are left open: \(fresh.prefix(4).joined(separator: ", "))")
      }
    }
    try first.tearDown()
  }

  /// Hands over to that end, destroys everything, and returns the descriptors that are new since before.
  private static func left(_ first: Stage, _ end: End) throws -> [String] {
    let before = ProcessView.now()
    do {
      // On one loop, since each loop has a descriptor of its own.
      let stage = try first.run.created(in: first.library, loop: first.loop)
      try stage.bringUp()
      try fill(stage)
      try handOver(stage, end)
      // Without deactivate: other tests judge the remains of a call's end.
      if stage.near.ledger.phase != .gone { try stage.near.destroy() }
      stage.dismissPeer()
    }
    return ProcessView.now().newDescriptors(since: before)
  }

  private static func handOver(_ stage: Stage, _ end: End) throws {
    let handover = Handover(stage)
    switch end {
    case .none: return
    case .prepared: _ = try handover.prepare()
    case .given: try handover.giveAll()
    case .refused:
      try handover.giveAll()
      let whole = handover.parcel
      for place in places(in: whole.bytes.count, most: 40) {
        try offer(stage, whole.copy(bytes: Array(whole.bytes.prefix(place))))
        var bytes = whole.bytes
        bytes[place] ^= 0xFF
        try offer(stage, whole.copy(bytes: bytes))
      }
      // Whole bytes, but other descriptors than they speak of.
      try offer(stage, whole.copy(bytes: whole.bytes, descriptors: 0))
      try offer(stage, whole.copy(bytes: whole.bytes, of: "/dev/null"))
    case .lost, .taken, .both:
      try handover.giveAll()
      let earlier = ProcessView.now()
      try handover.takeAll()
      try handover.activate()
      try requireCloseOnExec(since: earlier)
      if end == .taken { return try handover.settle() }
      if end == .both {
        try handover.new?.destroy()
        return try handover.old.destroy()
      }
    }
    try handover.refuse()
  }

  /// Fails if a program that the process starts would get one of the descriptors that are new.
  private static func requireCloseOnExec(since earlier: ProcessView) throws {
    for (number, target) in ProcessView.now().descriptors where earlier.descriptors[number] != target {
      let flags = ExecutorProcess.flags(of: number)
      guard flags < 0 || flags & FD_CLOEXEC != 0 else {
        throw TestFailure("the descriptor \(number) (\(target)) of the new instance is not close-on-exec")
      }
    }
  }
}

extension Collection where Element == UInt8, Index == Int {
  /// Returns the place where `bytes` begin in it.
  fileprivate func firstStart(of bytes: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: bytes) }
  }
}
