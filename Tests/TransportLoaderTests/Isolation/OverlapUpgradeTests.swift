import CallControl
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A new version works beside the old one, which drains by the contract: docs/isolation.md, Upgrades.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .timeLimit(.minutes(5))) struct OverlapUpgradeTests {
  private func begin(_ defines: [String] = []) async throws -> (stage: UpgradeStage, old: Int32) {
    let stage = try UpgradeStage(defines: defines, of: ["NOTE"], manifest: { manifest(["version": $0, "upgrade": "overlap"]) })
    stage.dial("1")
    #expect(await stage.wait(for: "connected"))
    return (stage, try #require(stage.transport.runnerPID))
  }

  @Test func theOldVersionDrainsBesideTheNewOne() async throws {
    let (stage, old) = try await begin()
    let report = try await stage.upgrade(to: stage.version("1.3.0", of: ["NOTE"]))
    #expect(report.way == .overlap && report.calls == 1)
    let second = UUID()
    stage.dial("2", second)
    #expect(await stage.wait(for: "connected", 2))
    #expect(RunnerStatus.all(of: [stage.provider.id: stage.delegate]).map(\.calls) == [1, 1])
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    #expect(kill(old, 0) == 0)
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    try awaitThat(10) { kill(old, 0) != 0 }
    #expect(RunnerStatus.all(of: [stage.provider.id: stage.delegate]).map(\.state) == [.running])
    #expect(!stage.desk.texts.contains { $0.hasPrefix("lost") || $0.hasPrefix("part") || $0 == "notReady" })
  }

  @Test func theLimitEndsTheCallsThatAreLeft() async throws {
    let (stage, old) = try await begin()
    try await stage.upgrade(to: stage.version("1.3.0", of: ["NOTE"]), drain: 200)
    #expect(await stage.wait(for: "part 1 the old version of its transport has ended"))
    try awaitThat(10) { kill(old, 0) != 0 }
  }

  @Test func aNewVersionThatCannotBeginLeavesTheOldOneAsItWas() async throws {
    let (stage, old) = try await begin()
    for define in ["FAULT_INIT", "FAULT_ACTIVATE_HANGS"] {
      #expect(try await stage.refusal(of: stage.version("1.3.0", [define], of: ["NOTE"])) != "")
    }
    #expect(stage.transport.runnerPID == old)
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
  }

  /// P8: the calls of the old process go on, and the provider begins anew.
  @Test func theDeathOfTheNewProcessLeavesTheOldCalls() async throws {
    let (stage, old) = try await begin()
    try await stage.upgrade(to: stage.version("1.3.0", of: ["NOTE"]))
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
    kill(try #require(stage.transport.runnerPID), SIGKILL)
    #expect(await stage.wait(for: "lost 1 SIGKILL"))
    stage.delegate.restart()
    #expect(await stage.wait(for: "ready", 3))
    #expect(stage.transport.descriptor.version == "1.3.0")
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    try awaitThat(10) { kill(old, 0) != 0 }
  }

  @Test func theDeathOfTheOldProcessEndsItsCallsAlone() async throws {
    let (stage, old) = try await begin()
    try await stage.upgrade(to: stage.version("1.3.0", of: ["NOTE"]))
    kill(old, SIGKILL)
    #expect(await stage.wait(for: "part 1 SIGKILL"))
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
  }
}
