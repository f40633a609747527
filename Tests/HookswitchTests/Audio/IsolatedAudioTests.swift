import FoundationEssentials
import Glibc
import Hookswitch
import Testing

@testable import TransportLoader

/// Calls whose transport runs in a process of its own, mixed by the host's own thread in real time.
@Suite("Audio through a transport in a process of its own", .enabled(if: PluginFolder.hasLoopback), .timeLimit(.minutes(5)), .serialized)
struct IsolatedAudioTests {
  /// A host with Loopback in a process of its own as `apart`, and a provider in memory as `q`.
  private struct Home {
    let device = MemoryDevice()
    let host: CallHost
    let controller: CallController
    let transport: LoadedTransport
    let q = SoundDelegate([.narrowband])
    let provider: Provider

    init() throws {
      var settings = HostSettings()
      settings.policy.maximumCallGroups = 64
      settings.audio = AudioSettings { [device] _ in device }
      host = CallHost(settings: settings)
      var catalog = TransportCatalog(searching: PluginFolder.path)
      let contact = FirstContact.standard()
      catalog.meet(contact, only: "org.hookswitch.loopback")
      transport = try LoadedTransport(isolating: try #require(catalog.usable(id: "org.hookswitch.loopback")), contact: contact)
      let apart = try host.addProvider("apart", transport: transport)
      apart.configuration.maximumCallGroups = 64
      provider = try host.register("q", delegate: q)
      controller = CallController(host: host)
    }

    func connectedCall() async throws -> CallID {
      let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"), through: "apart")
      try #require(await controller.callObserver.call(call, reaches: .active) != nil)
      while host.audioCounters(of: call) == nil { await Task.yield() }
      await host.settle()
      return call
    }

    /// Lets that many frames of `call` pass at the pace of the host's thread, and returns the samples that the loudspeaker played.
    func pass(_ frames: Int, of call: CallID, speaking hertz: Double? = nil) async -> [Int16] {
      device.pump()
      _ = device.takeHeard()
      if let hertz { device.speak(Sound.tone(hertz, .fullband, count: frames * AudioRate.fullband.samplesPerFrame)) }
      var last = host.audioCounters?.ticks ?? 0
      for _ in 0..<frames {
        while host.audioCounters?.ticks == last { await Task.yield() }
        last = host.audioCounters?.ticks ?? 0
        device.pump()
        q.exchange()
      }
      return device.takeHeard()
    }
  }

  @Test("The microphone's tone comes back from the far end in its pitch and level, but not on hold and not while muted")
  func echo() async throws {
    let home = try Home()
    let call = try await home.connectedCall()
    while !Sound.hasFrames(440, in: await home.pass(40, of: call, speaking: 440), .fullband) {}
    let heard = await home.pass(40, of: call, speaking: 440)
    #expect(Sound.level(700, in: heard, .fullband) < -30)
    try await home.controller.setMuted(call, true).performed()
    await home.host.settle()
    while !Sound.isSilent(await home.pass(40, of: call, speaking: 440)) {}
    try await home.controller.setMuted(call, false).performed()
    while !Sound.hasFrames(440, in: await home.pass(40, of: call, speaking: 440), .fullband) {}
    try await home.controller.hold(call).performed()
    await home.host.settle()
    #expect(home.host.call(call)?.state == .held)
    try await home.controller.resume(call).performed()
    while !Sound.hasFrames(440, in: await home.pass(40, of: call, speaking: 440), .fullband) {}
    await home.host.shutdown()
    #expect(home.host.misbehaviour(of: "apart") == MisbehaviourCount())
    #expect(home.host.audioCounters?.legs == 0)
  }

  @Test("G2: merged with a call of this process, that call's audio crosses to the far end and back")
  func merged() async throws {
    let home = try Home()
    let first = try await home.connectedCall()
    let second = try await home.controller.start(Handle(type: .phoneNumber, value: "1"), through: "q")
    try #require(await home.controller.callObserver.call(second, reaches: .dialing) != nil)
    home.q.farEnd(of: second, .says(hertz: 700))
    home.provider.reportOutgoingCall(with: second, connectedAt: nil)
    try #require(await home.controller.callObserver.call(second, reaches: .active) != nil)
    try await home.controller.merge([first, second]).performed()
    repeat {
      _ = home.q.takeHeard(by: second)
      _ = await home.pass(40, of: first)
    } while !Sound.hasFrames(700, in: home.q.takeHeard(by: second), .narrowband)
    await home.host.shutdown()
    #expect(home.host.audioCounters?.legs == 0)
  }

  /// In a process of its own, because other tests map regions meanwhile.
  @Test("P1: the kill of a process with many calls returns their rings, and the other provider's sound goes on")
  func killed() async {
    await #expect(processExitsWith: .success) {
      let home = try Home()
      let kept = try await home.controller.start(Handle(type: .phoneNumber, value: "1"), through: "q")
      await home.host.settle()
      home.q.farEnd(of: kept, .says(hertz: 700))
      home.provider.reportOutgoingCall(with: kept, connectedAt: nil)
      try #require(await home.controller.callObserver.call(kept, reaches: .active) != nil)
      // The instance is there, so its descriptors are.
      while home.transport.runnerPID == nil { await Task.yield() }
      var calls: [CallID] = []
      for _ in 0..<Self.many { calls.append(try await home.connectedCall()) }
      let pid = try #require(home.transport.runnerPID)
      #expect(home.host.audioCounters?.legs == Self.many + 2, "the calls, the kept one and the device")
      #expect(Self.regions() > 0)
      kill(pid, SIGKILL)
      for call in calls { while home.host.call(call)?.hasEnded == false { await Task.yield() } }
      while home.host.audioCounters.map({ $0.legs > 2 || $0.retired > 0 }) == true { await Task.yield() }
      while Self.regions() > 0 { await Task.yield() }
      try await home.controller.resume(kept).performed()
      repeat {
        _ = home.q.takeHeard(by: kept)
      } while !Sound.hasFrames(700, in: await home.pass(40, of: kept), .fullband)
      // The next call finds the transport made anew, with rings of its own.
      let again = try await home.connectedCall()
      while !Sound.hasFrames(440, in: await home.pass(40, of: again, speaking: 440), .fullband) {}
      #expect(home.transport.runnerPID != pid)
      await home.host.shutdown()
    }
  }

  private static let many = 50

  /// The mapped regions of audio rings.
  private static func regions() -> Int {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var (text, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
    while case let count = read(file, &page, page.count), count > 0 { text += page.prefix(count) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").count { $0.contains("memfd:hookswitch-audio") }
  }
}
