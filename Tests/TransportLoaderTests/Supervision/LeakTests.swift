import CallControl
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// The remains of many deaths, counted in a process without other tests.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct LeakTests {
  @Test(.timeLimit(.minutes(10))) func twoHundredUpgradesLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let stage = try UpgradeStage()
      stage.dial("5550100")
      #expect(await stage.wait(for: "connected"))
      let files = [try stage.version("1.3.0"), try stage.version("1.4.0")]
      for round in 0..<4 { try await stage.upgrade(to: files[round % 2]) }
      let before = try Census()
      for round in 0..<200 { #expect(try await stage.upgrade(to: files[round % 2]).way == .calls) }
      #expect(stage.delegate.instance?.callCount == 1 && stage.delegate.instance?.misbehaviour.total == 0)
      try awaitThat(60) {
        guard let now = try? Census() else { return false }
        return now.descriptors <= before.descriptors + 4 && now.threads <= before.threads + 4
          && now.channels <= before.channels + 1 && now.children <= before.children + 1
      }
      stage.end()
      #expect(await stage.wait(for: "fulfilled end"))
    }
  }

  @Test(.timeLimit(.minutes(10))) func fiftyUpgradesWithTwoProcessesLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let stage = try UpgradeStage(of: ["NOTE", "SOCKETS"])
      let files = try ["1.3.0", "1.4.0"].map { try stage.version($0, of: ["NOTE", "SOCKETS"]) }
      func upgradeWithACall(_ round: Int) async throws {
        let call = UUID()
        stage.dial("1", call)
        #expect(await stage.wait(for: "connected", round + 1))
        #expect(try await stage.upgrade(to: files[round % 2]).way == .sockets)
        stage.end(call)
        try awaitThat(20) { RunnerStatus.all(of: [stage.provider.id: stage.delegate]).count == 1 }
      }
      for round in 0..<4 { try await upgradeWithACall(round) }
      let before = try Census()
      for round in 4..<54 { try await upgradeWithACall(round) }
      #expect(stage.delegate.instance?.callCount == 0 && stage.delegate.instance?.misbehaviour.total == 0)
      try awaitThat(60) {
        guard let now = try? Census() else { return false }
        return now.descriptors <= before.descriptors + 4 && now.threads <= before.threads + 4
          && now.channels <= before.channels + 1 && now.children <= before.children + 1
      }
    }
  }

  /// Kills a transport's process that many times; true once nothing of them is left.
  private static func leavesNothing(_ stage: IsolatedStage, deaths: Int, seconds: Int) throws -> Bool {
    let before = try Census()
    kill(try #require(stage.transport.runnerPID), SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    for _ in 1..<deaths {
      let recorder = Recorder()
      let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: recorder)
      instance.begin()
      #expect(recorder.wait(for: "line"))
      kill(try #require(stage.transport.runnerPID), SIGKILL)
      #expect(recorder.wait(for: "lost"))
    }
    // The last process may be taken away at this moment, and a worker thread of the test's own may have started.
    return happens(within: seconds) {
      guard let now = try? Census() else { return false }
      return now.descriptors <= before.descriptors + 4 && now.threads <= before.threads + 4
        && now.channels <= before.channels && now.children <= before.children && now.groups == 0
    }
  }

  @Test(.timeLimit(.minutes(5))) func theMutantH12IsKilled() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let stage = try Planted.$host.withValue(.leaksADescriptor) { try IsolatedStage() }
      _exit(try Self.leavesNothing(stage, deaths: 12, seconds: 3) ? 0 : 42)
    }
  }

  @Test(.timeLimit(.minutes(10))) func twoHundredDeathsLeaveNothingAndTheHostNeverOpensTheLibrary() async {
    await #expect(processExitsWith: .success) {
      var limits = RunnerLimits()
      (limits.threads, limits.cpuPercent) = (64, 400)
      let stage = try IsolatedStage(limits: limits)
      #expect(try Census().groups == Set(ControlGroups.current.places.values.map(\.folder)).count)
      #expect(try Self.leavesNothing(stage, deaths: 200, seconds: 60))
      #expect(try !ownMaps().contains("fixture.so"), "the host never opens the library")
      let reports = try FileManager.default.contentsOfDirectory(atPath: stage.workshop.folder + "/crashes")
      #expect(reports.count <= 21, "the last one may be written at this moment")
    }
  }
}
