internal import TransportABI

/// A scene prepared for the audio thread: rows in their own memory, and references that keep alive everything they point to.
///
/// `@unchecked Sendable`: written in `init`; afterwards only the audio thread touches it, until the desk's fence has passed.
package final class MixPlan: @unchecked Sendable {
  let head: UnsafeMutablePointer<PlanRow>
  private let rows: PlanMemory
  /// Objects that the rows point to and that others might release.
  private let holding: [any AnyObject & Sendable]
  package let groupCount: Int
  package let legCount: Int

  /// Writes the rows of `scene`, which must have been checked.
  ///
  /// - Parameters:
  ///   - scene: The work of every tick.
  ///   - fitting: Returns the fitting of a leg that shares a group with a device or differs from the group's rate.
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
