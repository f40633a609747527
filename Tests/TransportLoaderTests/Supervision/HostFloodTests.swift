import HookswitchCore
import Testing

@testable import TransportLoader

/// A process that floods a whole host, whose other line goes on.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct HostFloodTests {
  /// A host with a call of a calm provider, and a provider with faults on demand on another line.
  private struct Home {
    let host = CallHost()
    let controller: CallController
    /// The controller of the flooding provider's line.
    let lab: CallController
    let kept: CallID
    private let stages: [IsolatedStage]
    /// The longest time in which the host answered a request.
    var slowest = Duration.zero

    init() async throws {
      stages = [try IsolatedStage(), try IsolatedStage(defines: ["NOTE", "FAULTS"])]
      for stage in stages { stage.close() }
      var settings = TransportSettings()
      settings.patienceMilliseconds = 60_000
      try host.addProvider("calm", transport: stages[0].transport, line: "desk")
      try host.addProvider("flood", transport: stages[1].transport, line: "lab", settings: settings)
      (controller, lab) = (CallController(host: host, line: "desk"), CallController(host: host, line: "lab"))
      // No call of the flood rings, so that each of them ends.
      host.setDoNotDisturb(true, on: "lab")
      kept = try await controller.start(Handle(type: .phoneNumber, value: "plain"), through: "calm")
      try #require(await controller.callObserver.call(kept, reaches: .active) != nil)
    }

    func dial(_ handle: String) async throws -> CallID {
      try await lab.start(Handle(type: .phoneNumber, value: handle), through: "flood")
    }

    /// Holds and resumes the kept call.
    mutating func use() async throws {
      for isHeld in [true, false] {
        let begin = ContinuousClock.now
        try await (isHeld ? controller.hold(kept) : controller.resume(kept)).performed()
        slowest = max(slowest, ContinuousClock.now - begin)
      }
    }

    /// The calls in the flooding process, as the loader counts them.
    var calls: Int? { host.runners.first { $0.providers == ["flood"] }?.calls }
  }

  /// In a process of its own, so that its memory can be measured.
  @Test(.timeLimit(.minutes(10))) func fault27AHostAnswersWithinASecondWhileAProcessFloodsIt() async {
    await #expect(processExitsWith: .success) {
      var home = try await Home()
      try await home.use()
      let before = try Census()
      // The host takes 32,768 of these calls at most, and refuses each of them.
      let incoming = try await home.dial("incoming 40000")
      repeat {
        try await home.use()
        // A slow machine loses the process when the patience ends: then waiting longer is of no use.
        try #require(home.host.call(incoming)?.hasEnded == false, "the call ended: \(String(describing: home.host.call(incoming)))")
      } while home.host.call(incoming)?.state != .active || (home.calls ?? 0) > 1
      #expect(home.slowest < .seconds(1), "\(home.slowest)")
      let updates = try await home.dial("updates 200000")
      repeat { try await home.use() } while home.host.call(updates)?.hasEnded == false
      try await home.use()
      #expect(home.slowest < .seconds(1), "\(home.slowest)")
      let after = try Census()
      #expect(after.memory < before.memory + 256, "before \(before), after \(after)")
      // The lost process is made anew.
      let again = try await home.dial("plain")
      #expect(await home.lab.callObserver.call(again, reaches: .active) != nil)
      await home.host.shutdown()
    }
  }
}
