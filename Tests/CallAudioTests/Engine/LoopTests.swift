import CallAudio
import Testing

@Suite("Loops reach their audience, and recordings get both directions")
struct LoopTests {
  let bench = EngineBench()

  private func ramp(_ count: Int) -> [Int16] { (0..<count).map { Int16($0) } }

  @Test func `a loop begins again without a gap, and one that does not repeat ends`() throws {
    let port = try bench.engine.makeDevicePort()
    let again = LoopTrack(SampleLoop(ramp(1_000), rate: .fullband, isRepeating: true))
    let once = LoopTrack(SampleLoop([Int16](repeating: 7, count: 1_000), rate: .fullband, isRepeating: false))
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .fullband, device: port, loops: [again, once])]))
    var played: [Int16] = []
    for _ in 0..<3 {
      #expect(once.hasEnded == (played.count >= 1_000))
      bench.engine.tick()
      played += try #require(bench.plays(port))
    }
    let expected = (0..<2_880).map { Int16($0 % 1_000 + ($0 < 1_000 ? 7 : 0)) }
    #expect(played == expected)
    #expect(again.played == 2_880)
    #expect(!again.hasEnded)
  }

  @Test(arguments: [LoopTrack.Audience.device, .members, [.device, .members]])
  func `it is heard by its audience alone, with or without a device`(_ audience: LoopTrack.Audience) throws {
    for hasDevice in [true, false] {
      let leg = try bench.leg(.fullband)
      let port = hasDevice ? try bench.engine.makeDevicePort() : nil
      let track = LoopTrack(SampleLoop([9], rate: .fullband, isRepeating: true), for: audience)
      try bench.engine.apply(MixScene(groups: [MixGroup(rate: .fullband, members: [MixMember(leg)], device: port, loops: [track])]))
      bench.engine.tick()
      #expect(flat(bench.hears(leg)) == (audience.contains(.members) ? 9 : 0))
      if let port { #expect(flat(bench.plays(port)) == (audience.contains(.device) ? 9 : 0)) }
    }
  }

  @Test func `a call is recorded with what it is sent left and what it says right, through changes of scene`() throws {
    let (a, b) = (try bench.leg(.narrowband), try bench.leg(.narrowband))
    let tap = try bench.engine.makeTap(.narrowband)
    for number in 1...3 {
      try bench.engine.apply(
        MixScene(groups: [MixGroup(rate: .narrowband, members: [MixMember(a, recording: tap), MixMember(b)])]))
      bench.says(a, Int16(number))
      bench.says(b, Int16(number * 10))
      bench.engine.tick(at: UInt64(number))
    }
    var frame = [Int16](repeating: 0, count: 320)
    for number in 1...3 {
      #expect(tap.ring.take(into: &frame)?.time == UInt64(number))
      #expect(frame == (0..<160).flatMap { _ in [Int16(number * 10), Int16(number)] })
    }
    #expect(tap.ring.count == 0)
  }

  @Test func `a call with the device is recorded too, and the group with the microphone left`() throws {
    let legs = try (0..<2).map { _ in try bench.leg(.fullband) }
    let port = try bench.engine.makeDevicePort()
    let (ofCall, ofGroup) = (try bench.engine.makeTap(.fullband), try bench.engine.makeTap(.fullband))
    let members = [MixMember(legs[0], recording: ofCall), MixMember(legs[1])]
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .fullband, members: members, device: port, recording: ofGroup)]))
    bench.speaks(port, 100)
    bench.says(legs[0], 1)
    bench.says(legs[1], 2)
    bench.engine.tick()
    #expect(EngineBench.next(ofCall.ring) == (0..<960).flatMap { _ in [100, 1] })
    #expect(EngineBench.next(ofGroup.ring) == (0..<960).flatMap { _ in [100, 3] })
  }

  @Test func `a group without a device is recorded with its first member left and the others right`() throws {
    let legs = try (0..<3).map { _ in try bench.leg() }
    let tap = try bench.engine.makeTap(.narrowband)
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: legs.map { MixMember($0) }, recording: tap)]))
    for (place, leg) in legs.enumerated() { bench.says(leg, Int16(place + 1)) }
    bench.engine.tick()
    #expect(EngineBench.next(tap.ring) == (0..<160).flatMap { _ in [1, 5] })
  }
}
