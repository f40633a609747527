internal import TransportABI

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
    var tap: UnsafePointer<hsw_ring>?
    if let ring = member.recording?.ring.table {
      memory.taps.initializeElement(at: tapCount, to: ring)
      tap = memory.taps.baseAddress.map { UnsafePointer($0 + tapCount) }
      tapCount += 1
    }
    return MemberRow(
      block: member.leg.block, strip: member.leg.strip, fitting: fitting?.pointer, tap: tap, isMuted: member.isMuted, hears: member.hears,
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
