import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// Row `iso.orphan`: a host that is killed at some moment leaves no process, and its transports end their calls on the wire.
///
/// Each host is a process of its own, which kills itself.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct HostDeathTests {
  /// The moment of the host's death.
  enum Moment: String, CaseIterable, Sendable {
    case initialising, idle, starting, active, held, ringing, answered, over
    case inStart, inTimer, besideASpinningThread, closing, inDestroy, stopped

    /// The fault that the transport has from the beginning.
    var armed: String {
      switch self {
      case .initialising: "init hang"
      case .inDestroy: "destroy hang"
      default: ""
      }
    }

    /// True when the transport can end its calls on the wire.
    var saysGoodbye: Bool { !hangs && self != .stopped }

    /// True when a function of the transport hangs at the moment of the kill.
    var hangs: Bool { [.initialising, .inStart, .inTimer].contains(self) }

    /// The time after which no process may be left, with what a loaded machine adds.
    var limit: Int { self == .stopped ? 20 : 4 }

    /// Brings the transport to the moment.
    func reach(_ stage: IsolatedStage) throws {
      switch self {
      case .initialising, .idle: return
      case .starting: stage.dial("silent")
      case .ringing, .answered:
        #expect(stage.ask { $0.peerCall(stage.handle("5550123"), $1) }?.status == 0)
        #expect(stage.recorder.wait(for: "incoming"))
        guard self == .answered else { return }
        let calls = stage.recorder.words.compactMap { word in if case .incoming(let call, _, _, _) = word { call.handle } else { nil } }
        stage.instance.request(.answer, of: try #require(calls.first), deadlineMilliseconds: 1000)
        #expect(stage.recorder.wait(for: "done"))
      case .inStart: stage.dial("hang")
      case .inTimer:
        stage.dial("arm timer hang")
        stage.dial("timer")
      case .active, .held, .over, .besideASpinningThread, .closing, .inDestroy, .stopped:
        let call = stage.dial(self == .besideASpinningThread ? "spin" : "plain").call
        #expect(stage.recorder.wait(for: "active"))
        switch self {
        case .held: stage.instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
        case .over: stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
        case .closing, .inDestroy: stage.instance.close()
        case .stopped: kill(try #require(stage.transport.runnerPID), SIGSTOP)
        default: return
        }
        if self == .held || self == .over { #expect(stage.recorder.wait { $0.count { $0.text == "done" } == 2 }) }
      }
    }
  }

  /// The process that this one has started.
  private static var child: pid_t? {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let lists = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/children", encoding: .utf8) }
    return lists.joined(separator: " ").split(separator: " ").compactMap { pid_t($0) }.first
  }

  /// Returns the statement in C that creates an empty file.
  private static func creation(of file: String) -> String { "close(open(\"\(file)\",O_CREAT|O_WRONLY,0600))" }

  /// Writes the runner's number for the test.
  private static func note(_ place: String) throws {
    try "\(try #require(child))".write(toFile: place, atomically: true, encoding: .utf8)
  }

  /// Runs a host that dies at the moment.
  private static func die(at moment: Moment, notes place: String) throws -> Never {
    var needs = RunnerNeeds()
    needs.write = [place + ".bye", place + ".hung"]
    let defines = [
      "NOTE", "FAULTS", "ARMED=\"\(moment.armed)\"", "LEAVING=\(creation(of: place + ".bye"))", "HANGING=\(creation(of: place + ".hung"))",
    ]
    if moment == .initialising {
      Thread.detachNewThread { [needs] in _ = try? IsolatedStage(defines: defines, patience: 20_000, needs: needs) }
    } else {
      let stage = try IsolatedStage(defines: defines, patience: 20_000, needs: needs)
      // A runner that closes may have ended by the time of the kill.
      try note(place)
      try moment.reach(stage)
    }
    // A host that dies before its runner is in the function would leave a runner that still says goodbye.
    if moment.hangs { try awaitThat(20) { FileManager.default.fileExists(atPath: place + ".hung") } }
    if moment == .initialising { try note(place) }
    kill(getpid(), SIGKILL)
    exit(1)
  }

  @Test(arguments: Moment.allCases) func fault33AfterKill9OfTheHostNobodyIsLeft(moment: Moment) async throws {
    let place = NSTemporaryDirectory() + "hookswitch-host-\(UUID().uuidString)"
    await #expect(processExitsWith: .signal(SIGKILL)) { [name = moment.rawValue as String, place = place as String] in
      try Self.die(at: try #require(Moment(rawValue: name)), notes: place)
    }
    let begin = ContinuousClock.now
    let runner = try #require(pid_t(try String(contentsOfFile: place, encoding: .utf8)))
    defer { kill(runner, SIGKILL) }
    try awaitThat(25) { OrphanTests.isGone(runner) }
    #expect(ContinuousClock.now - begin < .seconds(moment.limit))
    #expect(FileManager.default.fileExists(atPath: place + ".bye") == moment.saysGoodbye)
    for file in [place, place + ".bye", place + ".hung"] { unlink(file) }
  }
}
