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
    taps = .allocate(capacity: scene.groups.reduce(0) { $0 + $1.members.reduce(0) { $0 + $1.taps.count } })
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

struct PlanWriter {
  let memory: PlanMemory
  private(set) var holding: [any AnyObject & Sendable] = []
  private(set) var legCount = 0
  private var loopCount = 0
  private var tapCount = 0

  var head: UnsafeMutablePointer<PlanRow> { memory.head }

  init(_ scene: MixScene) { memory = PlanMemory(for: scene) }

  mutating func write(_ scene: MixScene, fitting: (AudioLeg, AudioRate) throws(SceneFault) -> LegFitting) throws(SceneFault) {
    for (place, group) in scene.groups.enumerated() {
      let row = try self.row(for: group, fitting: fitting)
      memory.groups.initializeElement(at: place, to: row)
    }
    for (place, clock) in scene.clocks.enumerated() {
      memory.clocks.initializeElement(at: place, to: ClockRow(function: clock.function, context: clock.context))
      if let owner = clock.keeping { holding.append(owner) }
    }
    memory.head.initialize(to: PlanRow(groups: memory.groups, clocks: memory.clocks))
  }

  private mutating func row(
    for group: MixGroup, fitting: (AudioLeg, AudioRate) throws(SceneFault) -> LegFitting
  ) throws(SceneFault) -> GroupRow {
    let members = memory.members.extracting(legCount..<legCount + group.members.count)
    for member in group.members {
      let needsFitting = group.device != nil || member.leg.rate != group.rate
      let fitting = needsFitting ? try fitting(member.leg, group.rate) : nil
      memory.members.initializeElement(at: legCount, to: row(for: member, fitting: fitting))
      legCount += 1
    }
    var device: MemberRow?
    if let port = group.device {
      device = row(for: MixMember(port.leg), fitting: port.leg.rate == group.rate ? nil : try fitting(port.leg, group.rate))
    }
    return GroupRow(
      members: members, loops: row(for: group.loops), samples: group.rate.samplesPerFrame, device: device,
      tap: group.recording?.ring.table, playsToMembers: group.loops.contains { $0.audience.contains(.members) })
  }

  private mutating func row(for member: MixMember, fitting: LegFitting?) -> MemberRow {
    if let fitting { holding.append(fitting) }
    let first = tapCount
    for tap in member.taps {
      memory.taps.initializeElement(at: tapCount, to: tap.ring.table)
      tapCount += 1
    }
    let taps = UnsafeBufferPointer(memory.taps.extracting(first..<tapCount))
    return MemberRow(
      block: member.leg.block, strip: member.leg.strip, fitting: fitting?.pointer, taps: taps, isMuted: member.isMuted, hears: member.hears,
      speaks: member.speaks)
  }

  private mutating func row(for loops: [LoopTrack]) -> UnsafeMutableBufferPointer<LoopRow> {
    let rows = memory.loops.extracting(loopCount..<loopCount + loops.count)
    for track in loops {
      memory.loops.initializeElement(
        at: loopCount,
        to: LoopRow(
          samples: track.loop.samples, count: track.loop.count, isRepeating: track.loop.isRepeating, audience: track.audience,
          position: track.position))
      holding.append(track)
      loopCount += 1
    }
    return rows
  }
}

extension MixMember {
  /// All taps of the member.
  fileprivate var taps: [RecordingTap] { (recording.map { [$0] } ?? []) + listening }
}
