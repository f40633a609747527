import FoundationEssentials
import Hookswitch
import Testing

/// A host under a virtual clock whose audio the test advances: samples in memory at the line `main`, and two providers, `p` and `q`.
struct SoundWorld {
  let clock = VirtualClock()
  let host: CallHost
  let controller: CallController
  let device = MemoryDevice()
  let p: SoundDelegate
  let q: SoundDelegate
  let providers: [ProviderID: Provider]

  init(p: [AudioRate] = [.wideband, .narrowband], q: [AudioRate] = [.narrowband], sounds: LineSounds? = nil) throws {
    var settings = HostSettings()
    settings.audio = AudioSettings(clock: .manual) { [device] line in line == .main ? device : nil }
    if let sounds { settings.audio?.sounds = sounds }
    host = CallHost(clock: clock, settings: settings)
    self.p = SoundDelegate(p)
    self.q = SoundDelegate(q)
    providers = ["p": try host.register("p", delegate: self.p), "q": try host.register("q", delegate: self.q)]
    controller = CallController(host: host)
  }

  /// Starts an outgoing call and connects it to a far end.
  func activeCall(_ provider: ProviderID = "p", _ farEnd: SoundDelegate.FarEnd = .silent) async throws -> CallID {
    let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"), through: provider)
    await host.settle()
    (provider == "p" ? p : q).farEnd(of: call, farEnd)
    providers[provider]?.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    try #require(host.call(call)?.state == .active)
    return call
  }

  /// Reports an incoming call, which rings.
  func ringingCall(_ provider: ProviderID = "q", from number: String = "5550111") async throws -> CallID {
    let call = CallID()
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: number)
    try await providers[provider]?.reportNewIncomingCall(with: call, update: update)
    await host.settle()
    return call
  }

  /// Lets this many frames pass, and drops audio from before.
  ///
  /// Returns the samples that the loudspeaker played.
  @discardableResult
  func pass(_ frames: Int = 25, speaking hertz: Double? = nil) -> [Int16] {
    device.pump()
    _ = device.takeHeard()
    if let hertz { device.speak(Sound.tone(hertz, .fullband, count: frames * AudioRate.fullband.samplesPerFrame)) }
    for _ in 0..<frames {
      p.exchange()
      q.exchange()
      host.tickAudio()
    }
    p.exchange()
    q.exchange()
    return device.takeHeard()
  }
}
