import CallAudio
import Testing
import TransportABI

@Suite("An invalid scene is refused as a whole")
struct SceneFaultTests {
  let bench = EngineBench()

  /// Applies `scene`, and expects its refusal and the previous scene to stay in force.
  private func refuses(_ scene: MixScene, _ fault: SceneFault, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let legs = try (0..<2).map { _ in try bench.leg() }
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: legs.map { MixMember($0) })]))
    #expect(throws: fault, sourceLocation: sourceLocation) { try bench.engine.apply(scene) }
    bench.says(legs[0], 3)
    bench.engine.tick()
    #expect(flat(bench.hears(legs[1])) == 3, sourceLocation: sourceLocation)
    #expect(!fault.description.isEmpty)
  }

  private func group(
    _ members: [MixMember], device: DevicePort? = nil, loops: [LoopTrack] = [], recording: RecordingTap? = nil
  ) -> MixGroup {
    MixGroup(rate: .narrowband, members: members, device: device, loops: loops, recording: recording)
  }

  @Test func `legs`() throws {
    let leg = try bench.leg(), gone = try bench.leg(), foreign = try EngineBench().leg()
    bench.engine.release(gone)
    try refuses(MixScene(groups: [group([MixMember(leg), MixMember(gone)])]), .legIsGone(gone.id))
    try refuses(MixScene(groups: [group([MixMember(foreign)])]), .legIsGone(foreign.id))
    try refuses(MixScene(groups: [group([MixMember(leg)]), group([MixMember(leg)])]), .legTwice(leg.id))
  }

  @Test func `devices`() throws {
    let port = try bench.engine.makeDevicePort(), gone = try bench.engine.makeDevicePort()
    bench.engine.release(gone)
    try refuses(MixScene(groups: [group([], device: gone)]), .deviceIsGone(gone.id))
    try refuses(MixScene(groups: [group([], device: port), group([], device: port)]), .deviceTwice(port.id))
  }

  @Test func `taps`() throws {
    let legs = try (0..<2).map { _ in try bench.leg() }
    let tap = try bench.engine.makeTap(.narrowband), wide = try bench.engine.makeTap(.wideband)
    let gone = try bench.engine.makeTap(.narrowband)
    bench.engine.release(gone)
    try refuses(MixScene(groups: [group([MixMember(legs[0], recording: gone)])]), .tapIsGone(gone.id))
    try refuses(MixScene(groups: [group([MixMember(legs[0], recording: tap)], recording: tap)]), .tapTwice(tap.id))
    try refuses(MixScene(groups: [group([MixMember(legs[0], recording: wide)])]), .tapRate(.wideband, wanted: .narrowband))
  }

  @Test func `loops`() throws {
    let track = LoopTrack(SampleLoop([1], rate: .narrowband, isRepeating: true))
    let wide = LoopTrack(SampleLoop([1], rate: .wideband, isRepeating: true))
    try refuses(MixScene(groups: [group([], loops: [wide])]), .loopRate(.wideband, group: .narrowband))
    try refuses(MixScene(groups: [group([], loops: [track, track])]), .loopTwice)
  }

  @Test func `what is released leaves the scene, and its memory is given again`() throws {
    let legs = try (0..<3).map { _ in try bench.leg() }
    let tap = try bench.engine.makeTap(.narrowband), port = try bench.engine.makeDevicePort()
    try bench.engine.apply(
      MixScene(groups: [group([MixMember(legs[0], recording: tap), MixMember(legs[1]), MixMember(legs[2])], device: port)]))
    bench.engine.release(port)
    bench.engine.release(tap)
    bench.engine.release(legs[0])
    bench.engine.release(legs[0])
    #expect(bench.engine.scene.groups[0].members.map { $0.leg } == Array(legs[1...]))
    #expect(bench.engine.counters(of: legs[0]) == nil)
    #expect(bench.engine.level(of: port) == nil)
    #expect(bench.engine.counters.legs == 2)
    #expect(bench.engine.counters.retired == 0)
    bench.says(legs[1], 4)
    bench.engine.tick()
    #expect(flat(bench.hears(legs[2])) == 4)
    #expect(try bench.leg().fromNet.table.slots == legs[0].fromNet.table.slots)
  }
}
