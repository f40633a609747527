package import TransportABI
internal import TransportLoader

/// A plugin on a harness host, which test bodies work with.
///
/// It lives on the thread that made it, which is the plugin's loop.
package final class Stage {
  package let run: TestRun
  package let library: PluginLibrary
  package let loop: VirtualLoop
  let offer: HostOffer
  /// The instance under test; a handover puts the new one in its place.
  package internal(set) var near: PluginInstance
  /// The memory of audio rings, separate from the arguments since a ring outlives a plugin function.
  package let soundArena = GuardedArena()
  /// The time at which the last frame was due, on the real clock.
  var lastFrame: UInt64?
  /// The most that a wait lasts; nil for no limit of its own.
  package var longestWait: Duration?
  var farEnd: (any FarEnd)?
  /// Further instances, in the order in which they were made.
  var instances: [PluginInstance] = []

  /// Creates an instance on a host like `offer`, without initialising it.
  package init(_ run: TestRun, _ library: PluginLibrary, _ offer: HostOffer, config: String? = nil, loop: VirtualLoop? = nil) throws {
    self.run = run
    self.library = library
    self.offer = offer
    self.loop = loop ?? VirtualLoop()
    // The plugin's own timers do not follow the virtual clock.
    if run.manifest?.clock == .own { self.loop.isRealTime = true }
    let own = self.loop
    near = try preparing { try Stage.create(run, library, own, offer, config: config ?? run.settings.near).made() }
  }

  /// Calls create.
  package static func create(
    _ run: TestRun, _ library: PluginLibrary, _ loop: VirtualLoop, _ offer: HostOffer, id: String? = nil, config: String,
    sentinel: UnsafePointer<hsw_instance>? = nil
  ) throws -> Creation {
    try create(run, library, loop, offer, id: Array((id ?? run.descriptor).utf8), config: Array(config.utf8), sentinel: sentinel)
  }

  /// Calls create with bytes that need not be valid strings.
  package func createRaw(id: [UInt8], config: [UInt8]) throws -> Creation {
    try Stage.create(run, library, loop, offer, id: id, config: config, sentinel: nil)
  }

  private static func create(
    _ run: TestRun, _ library: PluginLibrary, _ loop: VirtualLoop, _ offer: HostOffer, id: [UInt8], config: [UInt8],
    sentinel: UnsafePointer<hsw_instance>?
  ) throws -> Creation {
    let host = HarnessHost(loop, offer, arena: run.arena, crossings: run.crossings, page: run.lastCall)
    run.hosts.append(host)
    let lender = Lender(run.arena, offer.shape)
    defer { lender.takeBack() }
    let why = lender.sized(hsw_why())
    let out = lender.raw(MemoryLayout<UnsafePointer<hsw_instance>?>.size).assumingMemoryBound(to: UnsafePointer<hsw_instance>?.self)
    out.pointee = sentinel
    let number = run.crossings.record(
      Crossing(number: 0, direction: .toPlugin, function: "entry.create", time: loop.now, isOnLoop: loop.isCurrent))
    let status = try library.during("entry.create", .loop) {
      try library.create(on: loop, lender.optional(id), host, lender.optional(config), out, why)
    }
    run.crossings.answer(number, status)
    let instance = status == HSW_OK ? out.pointee.map { PluginInstance($0, host, run.arena, in: library.process(of: loop)) } : nil
    if run.keepsInstances, let instance { run.instances.append(instance) }
    return Creation(outcome: Outcome(status, why), instance: instance, leftOutAlone: out.pointee == sentinel, host: host)
  }

  /// Creates another instance of the same plugin on the same loop, without initialising it.
  package func another(_ offer: HostOffer? = nil, config: String? = nil) throws -> PluginInstance {
    let made = try Stage.create(run, library, loop, offer ?? self.offer, config: config ?? run.settings.near).made()
    instances.append(made)
    return made
  }

  /// The far end of the calls.
  package var peer: any FarEnd {
    get throws {
      if let farEnd { return farEnd }
      let found = try chooseFarEnd()
      farEnd = found
      return found
    }
  }

  /// Drops the far end and destroys the further instances, before the plugin goes.
  package func dismissPeer() {
    farEnd = nil
    for instance in instances where instance.ledger.phase != .gone { try? instance.destroy() }
  }

  /// Initialises and activates the instance under test.
  /// - Throws: `TestFailure` with the plugin's reason if it refuses.
  package func bringUp() throws { try preparing { try Stage.bringUp(near) } }

  /// Initialises and activates an instance.
  package static func bringUp(_ instance: PluginInstance) throws {
    let start = try instance.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init", "answered \(start.text)", expected: "HSW_OK") }
    let activation = try instance.activate()
    guard activation.status == HSW_OK else { throw TestFailure("instance.activate", "answered \(activation.text)", expected: "HSW_OK") }
  }

  /// Deactivates without draining, and destroys the instance under test.
  package func tearDown() throws {
    defer { for instance in [near] + instances { instance.stopMedia() } }
    if near.ledger.phase == .active {
      _ = try near.deactivate(drain: 0)
      _ = wait(.seconds(2)) { near.ledger.phase != .draining }
    }
    if near.ledger.phase != .gone { try near.destroy() }
    try farEnd?.leave()
  }

  /// Forgets the hosts of its instances, which are destroyed and judged.
  package func forgetInstances() {
    for instance in [near] + instances where instance.ledger.phase == .gone { run.forget(instance.host) }
  }
}

/// The result of create.
package struct Creation {
  package let outcome: Outcome
  /// The instance; nil after an error, or where `*out` was left NULL.
  package let instance: PluginInstance?
  /// True if `*out` is unchanged.
  package let leftOutAlone: Bool
  package let host: HarnessHost

  /// Returns the instance.
  /// - Throws: `TestFailure` if there is none.
  func made() throws -> PluginInstance {
    guard outcome.status == HSW_OK else { throw TestFailure("entry.create", "answered \(outcome.text)", expected: "HSW_OK") }
    guard let instance else { throw TestFailure("entry.create", "answered HSW_OK and left *out NULL", expected: "an instance") }
    return instance
  }
}
