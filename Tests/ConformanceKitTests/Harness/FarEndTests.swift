import Foundation
import Testing

@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceSupervisor

/// The kit's tests with other far ends: a second instance, or a program that is asked line by line.
struct FarEndTests {
  private static let tests = [
    "life.deactivate-drain", "leak.timers", "reset.mid-call", "abi.old-host", "action.*", "hold.*", "mute.*", "dtmf.*", "group.*",
  ]
  private static let pair = """
    {"conform": {"near": {"own-numbers": ["100"]}, "far": {"own-numbers": ["200"]},
     "dial": {"kind": "tel", "value": "200"}, "dial-back": {"kind": "tel", "value": "100"}}}
    """

  @Test
  func `a plugin is tested against a second instance of itself`() async throws {
    let folder = try Folder()
    let config = folder.path + "/pair.json"
    try Data(Self.pair.utf8).write(to: URL(fileURLWithPath: config))
    let report = try await Conformance.check("libLoopback.so", level: .full) {
      $0.selection = TestSelection(patterns: Self.tests)
      $0.configFile = config
    }
    #expect(report.outcomes.count > 25)
    for outcome in report.outcomes where outcome.status != .pass {
      // A loopback has no limit of calls.
      let isApart = ["action.max-calls", "action.limit-states", "action.room"].contains(outcome.id)
      #expect(outcome.status == .skip && isApart, "\(outcome.id): \(outcome.detail)")
    }
  }

  @Test
  func `a limit of calls that the configuration sets is the one that is tested`() async throws {
    let folder = try Folder()
    let config = folder.path + "/four.json"
    try Data(#"{"max-calls": 4}"#.utf8).write(to: URL(fileURLWithPath: config))
    let report = try await Conformance.check("libLoopback.so", level: .full) {
      $0.selection = TestSelection(patterns: ["action.max-calls"])
      $0.configFile = config
    }
    #expect(report.outcomes.map(\.status) == [.pass], "\(report.outcomes.map(\.detail))")
  }

  /// A far end for Loopback's numbers, which act by themselves when dialed, so it needs few orders.
  private static let program = """
    while read -r word rest; do
      case "$word $rest" in
        "target ") echo "ok tel 5550100" ;;
        "order "*" answer") echo ok ;;
        "see "*) echo 'ok {"state": "active"}' ;;
        *) echo unsupported ;;
      esac
    done
    """

  @Test
  func `a plugin is tested against a program`() async throws {
    let folder = try Folder()
    let script = folder.path + "/peer.sh"
    try Data(Self.program.utf8).write(to: URL(fileURLWithPath: script))
    let report = try await Conformance.check("libLoopback.so", level: .full) {
      $0.selection = TestSelection(patterns: ["abi.old-host", "unload.reload", "reset.pending"])
      $0.peerCommand = "sh '\(script)'"
    }
    // The program cannot call, so tests that need incoming calls are skipped.
    #expect(Set(report.outcomes.map(\.status)) == [.pass, .skip], "\(report.outcomes.map(\.detail))")
  }

  @Test(arguments: [
    ("true", "has"), ("echo nonsense; cat", "must begin with"), ("while read x; do echo error no line; done", "no line"),
  ])
  func `a program that fails is told, and is no fault of the plugin's alone`(_ command: String, _ words: String) throws {
    let dialogue = try LineDialogue(command: command)
    let failure = #expect(throws: TestFailure.self) { try dialogue.ask("target") {} }
    #expect(failure?.sentence.contains(words) == true, "\(String(describing: failure))")
  }

  private struct Folder: ~Copyable {
    let path = NSTemporaryDirectory() + "far-end-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
}
