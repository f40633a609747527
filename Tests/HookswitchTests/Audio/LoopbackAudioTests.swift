import FoundationEssentials
import Hookswitch
import Testing

@Suite("Audio through a loaded transport", .enabled(if: PluginFolder.hasLoopback), .timeLimit(.minutes(5)))
struct LoopbackAudioTests {
  /// A host whose audio the test advances, with Loopback as `home` and a provider in memory as `q`.
  private struct Home {
    let device = MemoryDevice()
    let host: CallHost
    let controller: CallController
    let q = SoundDelegate([.narrowband])
    let provider: Provider

    init() throws {
      var settings = HostSettings()
      settings.audio = AudioSettings(clock: .manual) { [device] _ in device }
      host = CallHost(settings: settings)
      try host.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
      provider = try host.register("q", delegate: q)
      controller = CallController(host: host)
    }

    func connectedCall() async throws -> CallID {
      let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"), through: "home")
      try #require(await controller.callObserver.call(call, reaches: .active) != nil)
      // The transport runs in real time: wait until its thread has given its rings.
      while host.audioCounters(of: call) == nil { await Task.yield() }
      await host.settle()
      return call
    }

    func pass(_ frames: Int, speaking hertz: Double? = nil) -> [Int16] {
      device.pump()
      _ = device.takeHeard()
      if let hertz { device.speak(Sound.tone(hertz, .fullband, count: frames * AudioRate.fullband.samplesPerFrame)) }
      for _ in 0..<frames {
        q.exchange()
        host.tickAudio()
      }
      q.exchange()
      return device.takeHeard()
    }
  }

  @Test("The microphone's tone comes back from Loopback's far end, but not on hold")
  func echo() async throws {
    let home = try Home()
    let call = try await home.connectedCall()
    while !Sound.has(440, in: home.pass(40, speaking: 440), .fullband) { await Task.yield() }
    try await home.controller.hold(call).performed()
    await home.host.settle()
    #expect(Sound.isSilent(home.pass(40, speaking: 440)))
    try await home.controller.resume(call).performed()
    while !Sound.has(440, in: home.pass(40, speaking: 440), .fullband) { await Task.yield() }
    await home.host.shutdown()
    #expect(home.host.misbehaviour(of: "home") == MisbehaviourCount())
  }

  @Test("G2: merged with another provider's call, that call's audio comes back through Loopback's far end")
  func merged() async throws {
    let home = try Home()
    let first = try await home.connectedCall()
    let second = try await home.controller.start(Handle(type: .phoneNumber, value: "1"), through: "q")
    // Its Start is sent once Loopback, which runs in real time, has held the first call.
    try #require(await home.controller.callObserver.call(second, reaches: .dialing) != nil)
    home.q.farEnd(of: second, .says(hertz: 700))
    home.provider.reportOutgoingCall(with: second, connectedAt: nil)
    try #require(await home.controller.callObserver.call(second, reaches: .active) != nil)
    try await home.controller.merge([first, second]).performed()
    repeat {
      _ = home.q.takeHeard(by: second)
      _ = home.pass(40)
      await Task.yield()
    } while !Sound.has(700, in: home.q.takeHeard(by: second), .narrowband)
    #expect(home.host.audio().owners.sorted() == ["home", "q"])
    await home.host.shutdown()
  }
}
