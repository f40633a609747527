import CallAudio

/// Calls, devices, loops and recordings that cover every path of the mixer.
struct Stage {
  private let narrow: [AudioLeg]
  private let wide: [AudioLeg]
  private let full: [AudioLeg]
  private let port: DevicePort
  private let ofCall: RecordingTap
  private let ofGroup: RecordingTap
  private let echo: Echo
  private let tone: SampleLoop

  init(_ engine: AudioEngine) throws {
    func legs(_ count: Int, _ rate: AudioRate) throws -> [AudioLeg] {
      var legs: [AudioLeg] = []
      for _ in 0..<count { legs.append(try engine.makeLeg(rate)) }
      return legs
    }
    narrow = try legs(40, .narrowband)
    wide = try legs(6, .wideband)
    full = try legs(4, .fullband)
    port = try engine.makeDevicePort()
    ofCall = try engine.makeTap(.narrowband)
    ofGroup = try engine.makeTap(.wideband)
    echo = Echo(narrow + wide + full, port)
    tone = SampleLoop((0..<1_234).map { Int16($0) }, rate: .wideband, isRepeating: true)
  }

  /// Returns a round's groups: pairs, a conference of all rates with a device, one without; some calls are in no group.
  func scene(_ round: Int, clocks: [MediaClock]) -> MixScene {
    let turned = narrow[(round % narrow.count)...] + narrow[..<(round % narrow.count)]
    let calls = Array(turned)
    var groups = stride(from: 0, to: 20, by: 2).map { first in
      MixGroup(rate: .narrowband, members: calls[first..<first + 2].map { MixMember($0) })
    }
    groups.append(MixGroup(rate: .narrowband, members: calls[20..<32].map { MixMember($0) }))
    let mixed = [
      MixMember(calls[32], isMuted: round.isMultiple(of: 2), recording: ofCall), MixMember(wide[0]), MixMember(full[0], hears: false),
      MixMember(wide[1], speaks: false),
    ]
    let once = LoopTrack(SampleLoop([1, 2, 3], rate: .wideband, isRepeating: false), for: .members)
    groups.append(
      MixGroup(
        rate: .wideband, members: mixed, device: port, loops: [LoopTrack(tone, for: [.device, .members]), once], recording: ofGroup))
    groups.append(MixGroup(rate: .fullband, members: [MixMember(full[1]), MixMember(full[2]), MixMember(calls[33])]))
    return MixScene(groups: groups, clocks: [echo.clock] + clocks)
  }

  /// Empties the taps, as a recorder does.
  func drain() {
    var frame = [Int16](repeating: 0, count: 2 * AudioRate.fullband.samplesPerFrame)
    for tap in [ofCall, ofGroup] {
      while tap.ring.count > 0 { _ = tap.ring.take(into: &frame) }
    }
  }
}
