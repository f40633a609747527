import FoundationEssentials
import Hookswitch
import Testing

@testable import TransportLoader

/// Calls of the shipped transports whose process changes to another version: docs/isolation.md, Upgrades.
@Suite("An upgrade while calls are up", .enabled(if: PluginFolder.hasLoopback), .timeLimit(.minutes(5)), .serialized)
struct UpgradedCallsTests {
  /// A host with one of the shipped transports in a process of its own, as `apart`.
  private struct Home: Sendable {
    let device = MemoryDevice()
    let host: CallHost
    let controller: CallController
    let transport: LoadedTransport

    init(_ id: String, _ configuration: String = "") throws {
      var settings = HostSettings()
      settings.policy.maximumCallGroups = 64
      settings.audio = AudioSettings { [device] _ in device }
      host = CallHost(settings: settings)
      var catalog = TransportCatalog(searching: PluginFolder.path)
      let contact = FirstContact.standard()
      catalog.meet(contact, only: id)
      transport = try LoadedTransport(isolating: try #require(catalog.usable(id: id)), contact: contact, crashes: nil)
      let apart = try host.addProvider("apart", transport: transport, configuration: configuration)
      apart.configuration.maximumCallGroups = 64
      controller = CallController(host: host)
    }

    /// Dials a number, and waits for a state.
    func dial(_ number: String, until state: CallState = .active) async throws -> CallID {
      let call = try await controller.start(.number(number), through: "apart")
      try #require(await controller.callObserver.call(call, reaches: state) != nil)
      return call
    }

    /// Changes to the library as it lies there, and checks that the calls moved into another process.
    @discardableResult
    func upgrade(calls: Int) async throws -> UpgradeReport {
      let pid = transport.runnerPID
      let report = try await host.upgrade("apart")
      #expect(report.way == .calls && report.calls == calls && transport.runnerPID != pid)
      return report
    }

    /// Lets frames pass at the pace of the host's thread; returns the samples that the loudspeaker played.
    func pass(_ frames: Int, speaking: Bool = false) async -> [Int16] {
      if speaking { device.speak(Sound.tone(440, .fullband, count: frames * AudioRate.fullband.samplesPerFrame)) }
      var last = host.audioCounters?.ticks ?? 0
      for _ in 0..<frames {
        while host.audioCounters?.ticks == last { await Task.yield() }
        last = host.audioCounters?.ticks ?? 0
        device.pump()
      }
      return device.takeHeard()
    }
  }

  @Test("Loopback's calls keep their states, go there and back, and obey the new version")
  func states() async throws {
    let home = try Home("org.hookswitch.loopback")
    let (first, second) = (try await home.dial("5550100"), try await home.dial("5550100"))
    try await home.controller.merge([first, second]).performed()
    let held = try await home.dial("5550100")
    try await home.controller.setMuted(held, true).performed()
    try await home.controller.hold(held).performed()
    let early = try await home.controller.start(.number("5550101"), through: "apart")
    let calls = [first, second, held]
    let before = calls.map { home.host.call($0) }
    for _ in 0..<4 {
      try await home.upgrade(calls: 4)
      for (call, was) in zip(calls, before) {
        let now = try #require(home.host.call(call))
        #expect(now.state == was?.state && now.isMuted == was?.isMuted)
      }
    }
    // The script of a number that rings for three seconds goes on.
    try #require(await home.controller.callObserver.call(early, reaches: .active) != nil)
    try await home.controller.resume(held).performed()
    try await home.controller.setMuted(held, false).performed()
    try await home.controller.playDTMF(held, "12").performed()
    for call in calls + [early] { try await home.controller.end(call).performed() }
    #expect(home.host.misbehaviour(of: "apart") == MisbehaviourCount())
    let after = try await home.dial("5550100")
    try await home.controller.end(after).performed()
    await home.host.shutdown()
    #expect(home.host.audioCounters?.legs == 0)
  }

  /// Frames that carry their number as a level, which survives mixing and resampling.
  private enum Numbered {
    static let count = 100
    private static let step = 300

    static var speech: [Int16] {
      (1...count).flatMap { [Int16](repeating: Int16($0 * step), count: AudioRate.fullband.samplesPerFrame) }
    }

    /// The numbers that were heard, in order; a level between two numbers is the edge of a frame.
    static func numbers(in samples: [Int16]) -> [Int] {
      var (found, run): ([Int], (number: Int, length: Int)) = ([], (0, 0))
      for sample in samples {
        let number = (Int(sample) + step / 2) / step
        run = number == run.number ? (number, run.length + 1) : (number, 1)
        // Half a frame of one level: frames may be cut where the test's device was late.
        if run.length == AudioRate.fullband.samplesPerFrame / 2, number > 0, number != found.last { found.append(number) }
      }
      return found
    }
  }

  @Test("An upgrade of a call with sound loses at most two frames, counted by their numbers")
  func sound() async throws {
    let home = try Home("org.hookswitch.loopback")
    let call = try await home.dial("5550100")
    while home.host.audioCounters(of: call) == nil { await Task.yield() }
    // The sound has begun.
    while !Sound.hasFrames(440, in: await home.pass(40, speaking: true), .fullband) {}
    _ = await home.pass(20)
    var lost: [Int] = []
    // A machine under load loses frames without an upgrade, too; one round without such a loss shows that the upgrade has none.
    repeat {
      home.device.speak(Numbered.speech)
      async let sound = home.pass(2 * Numbered.count)
      try await home.upgrade(calls: 1)
      let heard = Numbered.numbers(in: await sound)
      #expect(heard == heard.sorted())
      lost.append(Numbered.count - heard.count)
    } while lost.count < 10 && lost.last.map { $0 > 2 } == true
    #expect(lost.last.map { $0 <= 2 } == true, "frames lost: \(lost)")
    try await home.controller.end(call).performed()
    await home.host.shutdown()
  }

  @Test("Digits that the mock PSTN is sending go on, and their action completes once")
  func pendingAction() async throws {
    let home = try Home("org.hookswitch.mock-pstn")
    let call = try await home.dial("5550120")
    while home.host.audioCounters(of: call) == nil { await Task.yield() }
    _ = await home.pass(20)
    let digits = try await home.controller.playDTMF(call, "1234567890*#123")
    _ = await home.pass(20)
    for _ in 0..<2 {
      try await home.upgrade(calls: 1)
      _ = await home.pass(10)
    }
    async let sound = home.pass(200)
    try await digits.performed()
    _ = await sound
    try await home.controller.end(call).performed()
    #expect(home.host.misbehaviour(of: "apart") == MisbehaviourCount())
    await home.host.shutdown()
  }

  @Test("A file that is another transport is refused, and the calls and their sound go on")
  func refused() async throws {
    let home = try Home("org.hookswitch.loopback")
    let call = try await home.dial("5550100")
    let pid = home.transport.runnerPID
    let error = await #expect(throws: HostError.self) { try await home.host.upgrade("apart", to: PluginFolder.name + "/libMockPSTN.so") }
    #expect(error?.code == .upgradeRefused && home.transport.runnerPID == pid)
    try await home.controller.hold(call).performed()
    try await home.controller.end(call).performed()
    await home.host.shutdown()
  }
}
