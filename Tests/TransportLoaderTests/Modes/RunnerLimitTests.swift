import Foundation
import Testing

@testable import TransportLoader

/// The limits of a runner's process (docs/isolation.md, "Limits").
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct RunnerLimitTests {
  private static func limits(memory: UInt32 = 512, files: UInt32 = 16_384) -> RunnerLimits {
    var limits = RunnerLimits()
    (limits.memoryMegabytes, limits.files) = (memory, files)
    return limits
  }

  /// Fault 20.
  @Test func memoryWithoutEndIsALossAtTheLimit() throws {
    let stage = try IsolatedStage(limits: Self.limits(memory: 128))
    stage.dial("hoard")
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts.last?.hasPrefix("lost: SIGABRT in calls.start") == true, "\(stage.recorder.texts)")
  }

  /// Fault 21.
  @Test func descriptorsWithoutEndAreErrorsOfThePluginAndItsCallsGoOn() throws {
    let stage = try IsolatedStage(limits: Self.limits(files: 64))
    stage.dial("plain")
    #expect(stage.recorder.wait(for: "done"))
    stage.dial("open")
    #expect(stage.recorder.wait(for: "failed"))
    #expect(stage.recorder.texts.last == "failed -8")
    let runner = try #require(stage.transport.runnerPID)
    let limits = try String(contentsOfFile: "/proc/\(runner)/limits", encoding: .utf8)
    #expect(limits.contains(#/Max open files +64 +64 /#), "\(limits)")
    stage.dial("plain")
    #expect(stage.recorder.wait { $0.filter { $0.text == "done" }.count == 2 })
    stage.close()
  }
}
