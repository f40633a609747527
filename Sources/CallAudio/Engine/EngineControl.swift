internal import Synchronization

/// The control side's tables: allocated memory, the scene in force, and memory waiting to be freed.
///
/// Accessed under the engine's lock.
struct EngineControl: Sendable {
  private let arena = RingArena()
  /// The arenas in memory that other processes share, each as long as its process lives.
  private var shared: [ObjectIdentifier: SharedArena] = [:]
  private var legs: [UInt64: LegFitting?] = [:]
  private var taps: Set<RecordingTap> = []
  private var plan: MixPlan?
  private var retired: [Retired] = []
  /// Clocks that never returned; kept so that what they reference stays alive.
  private var stuck: [MediaClock] = []
  private(set) var scene = MixScene()

  /// A released object, and the fence after which no tick touches it.
  private struct Retired: Sendable {
    var fence: TickFence
    var thing: Thing

    enum Thing: Sendable {
      /// A retired plan, with everything that it references.
      case plan(MixPlan)
      case leg(AudioLeg)
      case tap(RecordingTap)
    }
  }

  private struct SharedArena: Sendable {
    /// Held, so that no other memory gets its identifier.
    var memory: any RingMemory
    var arena: RingArena
  }

  struct Census {
    var legs: Int
    var groups: Int
    var bytes: Int
    var retired: Int
  }

  // MARK: Making

  /// Makes a leg, with its rings in `memory`, or in memory of this process alone.
  mutating func makeLeg(_ rate: AudioRate, in memory: (any RingMemory)?, _ desk: MixingDesk) throws(AudioEngineError) -> AudioLeg {
    do {
      let leg = try AudioLeg(id: EngineNames.next(), rate: rate, rings: arena(in: memory, desk), strips: arena)
      legs[leg.id] = .some(nil)
      return leg
    } catch { throw .memory(error) }
  }

  private mutating func arena(in memory: (any RingMemory)?, _ desk: MixingDesk) -> RingArena {
    guard let memory else { return arena }
    if let present = shared[ObjectIdentifier(memory)] { return present.arena }
    let made = SharedArena(memory: memory, arena: RingArena(in: memory))
    memory.setGrid(desk.origin)
    shared[ObjectIdentifier(memory)] = made
    return made.arena
  }

  mutating func makeTap(_ rate: AudioRate) throws(AudioEngineError) -> RecordingTap {
    do {
      let tap = try RecordingTap(id: EngineNames.next(), rate: rate, in: arena)
      taps.insert(tap)
      return tap
    } catch { throw .memory(error) }
  }

  // MARK: Giving back

  mutating func release(_ leg: AudioLeg, _ desk: MixingDesk) {
    guard legs.removeValue(forKey: leg.id) != nil else { return }
    if let rest = scene.without(leg) { withdraw(to: rest, desk) }
    retired.append(Retired(fence: desk.fence, thing: .leg(leg)))
    reap(desk)
  }

  mutating func release(_ tap: RecordingTap, _ desk: MixingDesk) {
    guard taps.remove(tap) != nil else { return }
    if let rest = scene.without(tap) { withdraw(to: rest, desk) }
    retired.append(Retired(fence: desk.fence, thing: .tap(tap)))
    reap(desk)
  }

  // MARK: The scene

  mutating func apply(_ scene: MixScene, _ desk: MixingDesk) throws(SceneFault) {
    var scene = scene
    scene.clocks.removeAll(where: isStuck)
    try scene.check(hasLeg: { legs[$0.id] != nil }, hasTap: { taps.contains($0) })
    let plan = try MixPlan(scene) { (leg, rate) throws(SceneFault) in try fitting(leg, rate) }
    replace(by: plan, scene, desk)
    reap(desk)
  }

  /// Removes a hung clock from the present scene and all later ones; returns nil when the scene does not contain it.
  mutating func lose(_ context: UnsafeMutableRawPointer?, _ desk: MixingDesk) -> MediaClock? {
    guard let clock = scene.clocks.first(where: { $0.context == context }), !isStuck(clock) else { return nil }
    stuck.append(clock)
    var rest = scene
    rest.clocks.removeAll(where: isStuck)
    withdraw(to: rest, desk)
    return clock
  }

  private func isStuck(_ clock: MediaClock) -> Bool { stuck.contains { $0.context == clock.context } }

  /// Frees objects that no tick can touch any more.
  mutating func reap(_ desk: MixingDesk) {
    retired.removeAll { past in
      guard desk.hasPassed(past.fence) else { return false }
      switch past.thing {
      case .plan: break
      case .leg(let leg): leg.giveBack()
      case .tap(let tap): arena.giveBack(tap.ring)
      }
      return true
    }
    // Legs that are still in use hold their arena.
    shared = shared.filter { !$0.value.memory.isOver }
  }

  /// Applies the present scene with objects removed.
  ///
  /// Everything its legs need exists already, so planning cannot fail; a failure would mean silence.
  private mutating func withdraw(to rest: MixScene, _ desk: MixingDesk) {
    let plan = try? MixPlan(rest) { (leg, rate) throws(SceneFault) in try fitting(leg, rate) }
    replace(by: plan, rest, desk)
  }

  private mutating func replace(by next: MixPlan?, _ scene: MixScene, _ desk: MixingDesk) {
    let fence = desk.put(next)
    if let plan { retired.append(Retired(fence: fence, thing: .plan(plan))) }
    plan = next
    self.scene = scene
  }

  /// Returns the leg's resamplers for a group at `rate`, reusing the present ones if they fit.
  private mutating func fitting(_ leg: AudioLeg, _ rate: AudioRate) throws(SceneFault) -> LegFitting {
    if let present = legs[leg.id] ?? nil, present.groupRate == rate { return present }
    let fitting = try LegFitting(legRate: leg.rate, groupRate: rate)
    legs[leg.id] = fitting
    return fitting
  }

  func has(_ leg: AudioLeg) -> Bool { legs[leg.id] != nil }

  func census() -> Census {
    Census(
      legs: legs.count, groups: scene.groups.count, bytes: shared.values.reduce(arena.bytes) { $0 + $1.arena.bytes }, retired: retired.count
    )
  }
}

/// Ids of legs and taps, unique in the process, so that no engine mistakes another's leg for its own.
enum EngineNames {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
