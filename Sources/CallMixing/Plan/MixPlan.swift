internal import TransportABI

/// A scene made ready for the audio thread: rows in memory of its own, and a hold on everything that they point to.
///
/// `@unchecked Sendable`: written in `init`; then the audio thread's alone until the desk's fence says that it has let go of it.
package final class MixPlan: @unchecked Sendable {
  let head: UnsafeMutablePointer<PlanRow>
  private let rows: PlanMemory
  /// What the rows point to and somebody else might let go of.
  private let holding: [any AnyObject & Sendable]
  package let groupCount: Int
  package let legCount: Int

  /// Writes the rows of `scene`, which was checked.
  ///
  /// - Parameters:
  ///   - scene: what to do in every tick.
  ///   - fitting: gives what a leg needs that sits with a device, or has another rate than its group.
  package init(_ scene: MixScene, fitting: (AudioLeg, AudioRate) throws(SceneFault) -> LegFitting) throws(SceneFault) {
    var writer = PlanWriter(scene)
    try writer.write(scene, fitting: fitting)
    rows = writer.memory
    holding = writer.holding
    head = writer.head
    groupCount = scene.groups.count
    legCount = writer.legCount
  }
}

/// The memory that a plan's rows lie in.
final class PlanMemory {
  let members: UnsafeMutableBufferPointer<MemberRow>
  let loops: UnsafeMutableBufferPointer<LoopRow>
  let groups: UnsafeMutableBufferPointer<GroupRow>
  let clocks: UnsafeMutableBufferPointer<ClockRow>
  let taps: UnsafeMutableBufferPointer<hsw_ring>
  let head: UnsafeMutablePointer<PlanRow>

  init(for scene: MixScene) {
    let members = scene.groups.reduce(0) { $0 + $1.members.count }
    self.members = .allocate(capacity: members)
    loops = .allocate(capacity: scene.groups.reduce(0) { $0 + $1.loops.count })
    groups = .allocate(capacity: scene.groups.count)
    clocks = .allocate(capacity: scene.clocks.count)
    taps = .allocate(capacity: members)
    head = .allocate(capacity: 1)
  }

  deinit {
    members.deallocate()
    loops.deallocate()
    groups.deallocate()
    clocks.deallocate()
    taps.deallocate()
    head.deallocate()
  }
}
