import CallAudio
import Testing

@Suite("Each member hears the sum of the others, to the sample")
struct MixTests {
  let bench = EngineBench()

  @Test(arguments: [2, 3, 5, 13, 50], AudioRate.allCases)
  func `a member hears all others and not itself`(_ count: Int, _ rate: AudioRate) throws {
    let legs = try (0..<count).map { _ in try bench.leg(rate) }
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: rate, members: legs.map { MixMember($0) })]))
    for (place, leg) in legs.enumerated() { bench.says(leg, Int16(place + 1)) }
    bench.engine.tick()
    let sum = count * (count + 1) / 2
    for (place, leg) in legs.enumerated() { #expect(flat(bench.hears(leg)) == Int16(sum - place - 1)) }
  }

  @Test(arguments: [(30_000, 10_000, 32_767), (-30_000, -10_000, -32_768), (32_767, -32_768, -1), (-32_768, -32_768, -32_768)])
  func `a sum stays within sixteen bits`(_ first: Int, _ second: Int, _ heard: Int) throws {
    let legs = try (0..<3).map { _ in try bench.leg() }
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: legs.map { MixMember($0) })]))
    bench.says(legs[0], Int16(first))
    bench.says(legs[1], Int16(second))
    bench.engine.tick()
    #expect(flat(bench.hears(legs[2])) == Int16(heard))
    #expect(flat(bench.hears(legs[0])) == Int16(second))
    #expect(flat(bench.hears(legs[1])) == Int16(first))
  }

  @Test func `saturation loses nothing of what a member does not hear`() throws {
    // The sum of all three is out of range; the sums that the members hear are not.
    let legs = try (0..<3).map { _ in try bench.leg() }
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: legs.map { MixMember($0) })]))
    for leg in legs { bench.says(leg, 15_000) }
    bench.engine.tick()
    for leg in legs { #expect(flat(bench.hears(leg)) == 30_000) }
  }

  @Test func `groups do not hear one another`() throws {
    let legs = try (0..<4).map { _ in try bench.leg() }
    let groups = [legs[..<2], legs[2...]].map { MixGroup(rate: .narrowband, members: $0.map { MixMember($0) }) }
    try bench.engine.apply(MixScene(groups: groups))
    for (place, leg) in legs.enumerated() { bench.says(leg, Int16(place + 1)) }
    bench.engine.tick()
    #expect(legs.map { flat(bench.hears($0)) } == [2, 1, 4, 3])
  }

  @Test func `a call in no group is not touched`() throws {
    let held = try bench.leg()
    bench.says(held, 9)
    bench.engine.tick()
    #expect(held.fromNet.count == 1)
    #expect(bench.hears(held) == nil)
  }

  @Test func `one that does not speak is taken and thrown away; one that does not hear is sent silence`() throws {
    let legs = try (0..<3).map { _ in try bench.leg() }
    let members = [MixMember(legs[0], speaks: false), MixMember(legs[1], hears: false), MixMember(legs[2])]
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .narrowband, members: members)]))
    for (place, leg) in legs.enumerated() { bench.says(leg, Int16(place + 1)) }
    bench.engine.tick()
    #expect(legs.map { flat(bench.hears($0)) } == [5, 0, 2])
    #expect(legs.allSatisfy { $0.fromNet.count == 0 })
  }

  @Test func `the device hears all, is heard by those who are not muted, and a call answered in the same tick is played in it`() throws {
    let legs = try (0..<3).map { _ in try bench.leg(.fullband) }
    let port = try bench.engine.makeDevicePort()
    let members = [MixMember(legs[0]), MixMember(legs[1], isMuted: true), MixMember(legs[2])]
    try bench.engine.apply(MixScene(groups: [MixGroup(rate: .fullband, members: members, device: port)]))
    for (place, leg) in legs.enumerated() { bench.says(leg, Int16(place + 1)) }
    bench.speaks(port, 100)
    bench.engine.tick()
    #expect(legs.map { flat(bench.hears($0)) } == [100, 0, 100])
    #expect(flat(bench.plays(port)) == 6)

    // The other members' voices follow one tick later, with the microphone's frame of that tick.
    for leg in legs { bench.says(leg, 0) }
    bench.speaks(port, 200)
    bench.engine.tick()
    #expect(legs.map { flat(bench.hears($0)) } == [205, 4, 203])
    #expect(flat(bench.plays(port)) == 0)
  }

  @Test func `no voice is lost when a plan replaces another`() throws {
    let legs = try (0..<2).map { _ in try bench.leg(.fullband) }
    let port = try bench.engine.makeDevicePort()
    let scene = MixScene(groups: [MixGroup(rate: .fullband, members: legs.map { MixMember($0) }, device: port)])
    var heard: [Int16?] = []
    for number in 1...10 {
      try bench.engine.apply(scene)
      bench.says(legs[0], Int16(number))
      bench.engine.tick()
      heard.append(flat(bench.hears(legs[1])))
    }
    #expect(heard == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test(arguments: [AudioRate.narrowband, .fullband])
  func `what was said before a while elsewhere is not heard after it`(_ rate: AudioRate) throws {
    let legs = try (0..<3).map { _ in try bench.leg(rate) }
    let port = try bench.engine.makeDevicePort()
    let seated = MixScene(groups: [MixGroup(rate: rate, members: legs[..<2].map { MixMember($0) }, device: port)])
    let elsewhere = MixScene(groups: [MixGroup(rate: rate, members: [MixMember(legs[0]), MixMember(legs[2])])])
    try bench.engine.apply(seated)
    bench.says(legs[0], 5)
    bench.engine.tick()
    _ = bench.hears(legs[1])
    try bench.engine.apply(elsewhere)
    for _ in 0..<3 { bench.engine.tick() }
    try bench.engine.apply(seated)
    bench.engine.tick()
    #expect(flat(bench.hears(legs[1])) == 0)
  }

  @Test func `a resampler that rested begins anew`() throws {
    let (a, b) = (try bench.leg(.narrowband), try bench.leg(.fullband))
    let scene = MixScene(groups: [MixGroup(rate: .fullband, members: [MixMember(a), MixMember(b)])])
    func firstFrame() throws -> [Int16]? {
      try bench.engine.apply(scene)
      bench.says(a, 10_000)
      bench.engine.tick()
      defer { while bench.hears(b) != nil || bench.hears(a) != nil {} }
      return bench.hears(b)
    }
    let fresh = try firstFrame()
    try bench.engine.apply(MixScene())
    bench.engine.tick()
    #expect(try firstFrame() == fresh)
    // Without a pause it continues instead.
    #expect(try firstFrame() != fresh)
  }
}
