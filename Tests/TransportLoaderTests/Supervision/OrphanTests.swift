import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A runner whose host dies: a shell stands between both, so that a test can kill what the runner takes for its host.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct OrphanTests {
  /// A transport whose parent process is a shell.
  struct Orphanage {
    let stage: IsolatedStage
    let shell: Int32
    let runner: Int32
    let farewell: String

    init() throws {
      let helper = try #require(IsolatedStage.helper)
      let place = NSTemporaryDirectory() + "hookswitch-orphan-\(UUID().uuidString)"
      farewell = place + ".bye"
      var needs = RunnerNeeds()
      needs.write = [farewell]
      stage = try IsolatedStage(
        defines: ["NOTE", "LEAVING=close(open(\"\(farewell)\",O_CREAT|O_WRONLY,0600))"],
        runner: "setsid \(Planted.runnerProgram ?? "'\(helper)'") run \"$2\" $$ & echo $! > '\(place)'\nwait\n", needs: needs)
      shell = try #require(stage.transport.runnerPID)
      let text = try String(contentsOfFile: place, encoding: .utf8)
      runner = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      try? FileManager.default.removeItem(atPath: place)
      #expect(kill(runner, 0) == 0)
    }

    var saidGoodbye: Bool { FileManager.default.fileExists(atPath: farewell) }
  }

  /// True when a process is gone, or only its parent has not noticed.
  static func isGone(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
      return true
    }
    return text[end...].dropFirst(2).first == "Z"
  }

  @Test func fault33WithoutItsHostItEndsItsCallsAndItself() throws {
    let orphanage = try Orphanage()
    orphanage.stage.dial("plain")
    #expect(orphanage.stage.recorder.wait(for: "active"))
    #expect(!orphanage.saidGoodbye)
    let begin = ContinuousClock.now
    kill(orphanage.shell, SIGKILL)
    try awaitThat(10) { Self.isGone(orphanage.runner) }
    // A second of its own, and what a loaded machine adds.
    #expect(ContinuousClock.now - begin < .seconds(4))
    #expect(orphanage.saidGoodbye, "deactivate(0) ends the calls on the wire")
    unlink(orphanage.farewell)
  }

  @Test func fault33AHungRunnerWithoutAHostIsEndedByTheKernel() throws {
    let orphanage = try Orphanage()
    orphanage.stage.dial("plain")
    #expect(orphanage.stage.recorder.wait(for: "active"))
    kill(orphanage.runner, SIGSTOP)
    kill(orphanage.shell, SIGKILL)
    // A runner that the kernel does not end must not outlive this test.
    defer { kill(orphanage.runner, SIGKILL) }
    let begin = ContinuousClock.now
    try awaitThat(25) { Self.isGone(orphanage.runner) }
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(!orphanage.saidGoodbye)
  }
}
