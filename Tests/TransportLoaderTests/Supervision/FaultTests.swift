import Foundation
import Glibc
import Testing
import TransportABI

@testable import TransportLoader

/// Faults of a plugin in a process of its own, by the numbers of docs/isolation.md: its calls end, and the call of another provider stays.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct FaultTests {
  /// The act that makes the plugin run the armed function.
  enum Act: Sendable {
    case hold, end, digits, timer, answer, none
  }

  @Test(arguments: [
    ("arm set_held segv", Act.hold, "SIGSEGV in hold.set_held"), ("arm set_held abort", .hold, "SIGABRT in hold.set_held"),
    ("arm set_held overflow", .hold, "SIGSEGV in hold.set_held"), ("arm set_held trap", .hold, "SIGILL in hold.set_held"),
    ("segv", .none, "SIGSEGV in calls.start"), ("arm end segv", .end, "SIGSEGV in calls.end"),
    ("arm play segv", .digits, "SIGSEGV in dtmf.play"), ("arm answer segv", .answer, "SIGSEGV in calls.answer"),
    ("arm timer segv", .timer, "SIGSEGV in a timer's callback"),
  ])
  func faults1To9ACrashIsALossThatNamesTheSignalTheFunctionAndThePlace(kind: String, act: Act, reason: String) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    let calls = try stage.run(kind, act)
    let loss = try stage.loss()
    // On machines other than x86, a trap has another signal.
    let expected = "lost: \(reason), \(calls == 1 ? "1 call" : "\(calls) calls") ended, fixture.so+0x"
    #expect(loss.hasPrefix(expected) || kind.hasSuffix("trap") && loss.contains(" in hold.set_held, "), "\(loss)")
    try stage.isGone()
    try stage.comesBack()
    #expect(neighbour.isUp)
  }

  @Test(arguments: [
    // The allocator finds the damage, or a sanitizer does.
    ("early heap", ""), ("exit 0", "its process ended with code 0 in calls.start"), ("exit 7", "its process ended with code 7 in"),
    ("_exit 9", "its process ended with code 9 in calls.start"), ("close", "it closed its connection"),
  ])
  func faults14And15And22OtherEnds(kind: String, reason: String) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    _ = try stage.run(kind, .none)
    #expect(try stage.loss().hasPrefix("lost: " + reason), "\(stage.texts)")
    try stage.isGone()
    try stage.comesBack()
    #expect(neighbour.isUp)
  }

  @Test(arguments: [
    ("hang", "calls.start did not return in time"), ("hang blocked", "calls.start did not return in time"),
    // No function runs, so the runner's own watchdog sees nothing.
    ("arrest", "its process did not return in time"),
    // The thread of the function may leave it before it stops.
    ("stop", "did not return in time"),
  ])
  func faults16To18AHang(kind: String, reason: String) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    let begin = ContinuousClock.now
    _ = try stage.run(kind, .none)
    let loss = try stage.loss()
    #expect(loss.hasSuffix("\(reason), 1 call ended"))
    // The exact times are those of PulseTests; a loaded machine adds to them.
    #expect(ContinuousClock.now - begin < .seconds(["stop", "arrest"].contains(kind) ? 8 : 6))
    try stage.isGone()
    try stage.comesBack()
    #expect(neighbour.isUp)
  }

  @Test func fault12ACrashInInitNamesTheStep() throws {
    let stage = try FaultStage(armed: "init segv")
    #expect(try stage.loss().hasPrefix("lost: SIGSEGV in init, fixture.so+0x"), "\(stage.texts)")
    try stage.isGone()
  }

  @Test(arguments: ["destroy segv", "destroy hang"]) func fault13AnEndInDestroyDelaysNoQuit(armed: String) throws {
    let stage = try FaultStage(armed: armed, patience: 300)
    let begin = ContinuousClock.now
    stage.stage.close()
    #expect(ContinuousClock.now - begin < .seconds(5))
    #expect(stage.texts.last == "closed")
    try stage.isGone()
  }

  @Test func fault23RubbishWhereNoFrameIsHarmsNobody() throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    _ = try stage.run("scribble words", .none)
    // The frames that follow overwrite the rubbish, or a frame that was not taken yet has become rubbish: a loss.
    stage.stage.dial("plain")
    #expect(stage.stage.recorder.wait { $0.filter { $0.text == "active" }.count == 2 || $0.contains { $0.text.hasPrefix("lost") } })
    stage.stage.close()
    #expect(neighbour.isUp)
  }

  @Test(arguments: ["scribble", "scribble heads", "scribble for ever", "rubbish"])
  func faults23And24RubbishInTheChannelIsALoss(kind: String) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    _ = try stage.run(kind, .none)
    // Which of its marks is seen first depends on the moment: a wrong frame, or a runner that has confused itself.
    let loss = try stage.loss()
    #expect(["broke the protocol", "code 70", "did not return in time", "SIG"].contains { loss.contains($0) }, "\(loss)")
    try stage.isGone()
    try stage.comesBack()
    #expect(neighbour.isUp)
  }

  @Test func aLossLeavesAReportWithoutContents() throws {
    let stage = try FaultStage()
    _ = try stage.run("arm set_held segv", .hold)
    _ = try stage.loss()
    let folder = stage.stage.workshop.folder + "/crashes"
    var names: [String] = []
    var text = ""
    try awaitThat(10) {
      names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      text = names.first.flatMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) } ?? ""
      return text.contains("last output:")
    }
    let name = try #require(names.first)
    #expect(name.hasPrefix("org.example.fixture-") && name.hasSuffix(".txt"))
    #expect(text.hasPrefix("reason: SIGSEGV in hold.set_held, fixture.so+0x"), "\(text)")
    #expect(text.contains("> setHeld") && text.contains("< actionDone"))
    #expect(!text.contains("arm set_held"), "the handle is content")
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func reportsAreNamedSafelyAndTheNewest20AreKept() throws {
    let workshop = try Workshop()
    let folder = CrashFolder(path: workshop.folder + "/state/hookswitch/crashes")
    let report = CrashReport(
      reason: "x", library: "/a.so", transports: ["../../evil/id\n"], frames: [], crossings: [], output: "", memory: 0)
    for time in UInt64(95)..<120 { folder.write(report, at: time) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 20)
    #expect(Set(names) == Set((100..<120).map { "_.._.._evil_id_-\($0).txt" }))
    #expect(CrashFolder.name(of: "", at: 1) == "_-1.txt")
    #expect(CrashFolder.name(of: String(repeating: "é", count: 500), at: 1).utf8.count < 100)
  }
}
