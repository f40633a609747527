import CallControl
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A new version takes over while calls are up: docs/isolation.md, Upgrades.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .timeLimit(.minutes(5))) struct UpgradeTests {
  @Test func callsMoveWithTheirHandlesAndGoOn() async throws {
    let stage = try UpgradeStage()
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let old = try #require(stage.transport.runnerPID)
    let report = try await stage.upgrade(to: stage.version("1.3.0"))
    #expect(report.way == .calls && report.calls == 1 && report.from == "1.2.0" && report.to == "1.3.0" && !report.isDowngrade)
    #expect(await stage.wait(for: "dtmf 3"))
    #expect(stage.transport.runnerPID != old && stage.transport.descriptor.version == "1.3.0")
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    #expect(
      stage.desk.texts == [
        "ready", "fulfilled start", "startedConnecting", "connected", "dtmf 3", "fulfilled setHeld", "fulfilled end",
      ])
    #expect(stage.delegate.instance?.misbehaviour.total == 0)
    // The old process ends by itself, and is no loss.
    try awaitThat(10) { kill(old, 0) != 0 }
  }

  @Test func aPendingActionIsCompletedOnceByTheNewVersion() async throws {
    let stage = try UpgradeStage()
    stage.dial("silent")
    try awaitThat(10) { stage.delegate.instance?.callCount == 1 }
    let report = try await stage.upgrade(to: stage.version("1.3.0"))
    #expect(report.way == .calls && report.calls == 1)
    #expect(await stage.wait(for: "dtmf 3"))
    #expect(stage.desk.texts == ["ready", "fulfilled start", "connected", "dtmf 3"])
    #expect(stage.delegate.instance?.misbehaviour.total == 0)
  }

  @Test func handlesOfIncomingCallsNeverComeBack() async throws {
    let stage = try UpgradeStage()
    var info = TransportCallInfo()
    (info.handleKind, info.handle) = ("tel", "1")
    stage.delegate.instance?.peerCall(info) { _ in }
    #expect(await stage.wait(for: "incoming"))
    try await stage.upgrade(to: stage.version("1.3.0"))
    info.handle = "2"
    stage.delegate.instance?.peerCall(info) { _ in }
    #expect(await stage.wait(for: "incoming", 2))
    #expect(stage.delegate.instance?.callCount == 2 && stage.delegate.instance?.misbehaviour.total == 0)
  }

  @Test func manyUpgradesFollowOneAnotherInBothDirections() async throws {
    let stage = try UpgradeStage()
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let files = [try stage.version("1.3.0"), try stage.version("1.1.0")]
    for round in 1...6 {
      let report = try await stage.upgrade(to: files[round % 2])
      #expect(report.way == .calls && report.isDowngrade == (round % 2 == 1))
      #expect(await stage.wait(for: "dtmf 3", round))
    }
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
  }

  /// Faults 38 to 40: the new version refuses, crashes, or hangs, in each step; the old one goes on.
  @Test(arguments: [
    ("TAKE=return HSW_E_NOTSUP", "handover.take answered -3"), ("TAKE=raise(SIGSEGV)", "SIGSEGV in handover.take"),
    ("TAKE=for(;;)pause()", "handover.take did not return in time"), ("TAKE=exit(3)", "ended with code 3"),
    ("FAULT_INIT", "no network card"), ("CREATING=abort()", "SIGABRT in create"), ("SETTLE=raise(SIGSEGV)", "SIGSEGV in handover.settle"),
    ("FAULT_ACTIVATE_HANGS", "activate did not return in time"),
  ])
  func aRefusedNewVersionLeavesTheOldOneAsItWas(define: String, reason: String) async throws {
    let stage = try UpgradeStage(patience: 500)
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let old = stage.transport.runnerPID
    let refusal = try await stage.refusal(of: stage.version("1.3.0", [define]))
    #expect(refusal.contains(reason), "\(refusal)")
    #expect(stage.transport.runnerPID == old && stage.transport.descriptor.version == "1.2.0")
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    // The digit 4 tells that the old version had stopped, and goes on.
    let texts = stage.desk.texts.filter { $0 != "dtmf 4" }
    #expect(texts == ["ready", "fulfilled start", "startedConnecting", "connected", "fulfilled setHeld", "fulfilled end"])
    // The next upgrade is not in the way of the first.
    #expect(try await stage.upgrade(to: stage.version("1.4.0")).way == .calls)
  }

  /// Fault 41.
  @Test func aFileThatIsNoVersionOfTheTransportIsRefused() async throws {
    let stage = try UpgradeStage()
    let garbage = try stage.workshop.write("garbage.so", "not a library")
    #expect(try await stage.refusal(of: garbage).isEmpty == false)
    #expect(try await stage.refusal(of: stage.workshop.folder + "/absent.so").isEmpty == false)
    let other = try stage.version("2.0", ["ID=\"org.example.other\""])
    #expect(try await stage.refusal(of: other).contains("org.example.other and not org.example.fixture"))
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
  }

  /// Fault 42: the calls end by P1, and the new version begins after the restart.
  @Test func anOldVersionThatDiesInGiveIsALossAndTheNewOneBegins() async throws {
    let stage = try UpgradeStage(defines: ["GIVE=raise(SIGSEGV)"])
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let refusal = try await stage.refusal(of: stage.version("1.3.0"))
    #expect(refusal.contains("the old version was lost, and the new one begins: SIGSEGV in handover.give"), "\(refusal)")
    #expect(await stage.wait(for: "lost SIGSEGV in handover.give, 1 call ended"))
    stage.delegate.restart()
    #expect(await stage.wait(for: "ready", 2))
    #expect(stage.transport.descriptor.version == "1.3.0")
  }

  /// Fault 43, by way of `calls`: the old version has no call any more when it is told that it is settled.
  @Test(arguments: ["raise(SIGSEGV)", "exit(3)", "for(;;)pause()"])
  func anOldVersionThatEndsInSettleIsNoLoss(statement: String) async throws {
    let stage = try UpgradeStage(defines: ["SETTLE=" + statement], patience: 500)
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let old = try #require(stage.transport.runnerPID)
    #expect(try await stage.upgrade(to: stage.version("1.3.0")).way == .calls)
    try awaitThat(10) { kill(old, 0) != 0 }
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    #expect(!stage.desk.texts.contains { $0.hasPrefix("lost") }, "\(stage.desk.texts)")
  }

  @Test func aTransportThatIsBusyIsTriedAgain() async throws {
    let stage = try UpgradeStage(defines: ["GIVE=static int n;if(n++<3)return HSW_E_BUSY"])
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    #expect(try await stage.upgrade(to: stage.version("1.3.0")).way == .calls)
    #expect(await stage.wait(for: "dtmf 3"))
    #expect(stage.desk.texts.filter { $0 == "dtmf 4" }.count == 3)
  }

  @Test func soundGoesOnInTheSameRings() async throws {
    let stage = try UpgradeStage(of: ["NOTE", "HANDOVER", "AUDIO"])
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let memory = try #require(stage.delegate.audioMemory(of: stage.call))
    memory.setGrid(0)
    let sound = SharedSound(try memory.addRegion(bytes: SharedSound.bytes))
    let format = try #require(TransportAudioFormat(rate: 8000))
    let (call, delegate) = (stage.call, stage.delegate)
    let fault = await withCheckedContinuation { answer in
      delegate.attachAudio(of: call, format, sound.rings) { answer.resume(returning: $0) }
    }
    #expect(fault == nil && sound.echo(5) == Array(repeating: 5, count: 160))
    let report = try await stage.upgrade(to: stage.version("1.3.0", of: ["NOTE", "HANDOVER", "AUDIO"]))
    #expect(report.way == .calls)
    #expect(sound.echo(6) == Array(repeating: 6, count: 160))
    #expect(stage.delegate.audioMemory(of: call) === memory && !memory.isOver)
    let fate = await withCheckedContinuation { answer in delegate.detachAudio(of: call) { answer.resume(returning: $0) } }
    #expect(fate == .free)
    // Rings for a further call come from the same memory, which the new process has.
    let next = UUID()
    stage.dial("5550101", next)
    #expect(await stage.wait(for: "connected", 2))
    let second = SharedSound(try memory.addRegion(bytes: SharedSound.bytes))
    let again = await withCheckedContinuation { answer in
      delegate.attachAudio(of: next, format, second.rings) { answer.resume(returning: $0) }
    }
    #expect(again == nil && second.echo(7) == Array(repeating: 7, count: 160))
  }

  // MARK: without a handover

  @Test func withoutAHandoverTheVersionsChangeWhenNoCallIsUp() async throws {
    let stage = try UpgradeStage(of: ["NOTE"])
    let new = try stage.version("1.3.0", of: ["NOTE"])
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let refusal = try await stage.refusal(of: new)
    #expect(refusal.hasPrefix("1 call is in the way: \(stage.call)"), "\(refusal)")
    #expect(stage.desk.texts.last == "ready", "Starts wait no longer")
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    let report = try await stage.upgrade(to: new)
    #expect(report.way == .idle && report.to == "1.3.0" && stage.transport.descriptor.version == "1.3.0")
    #expect(stage.desk.texts.last == "ready" && !stage.desk.texts.contains { $0.hasPrefix("lost") })
    let second = UUID()
    stage.dial("5550100", second)
    #expect(await stage.wait(for: "connected", 2))
  }

  @Test func anUpgradeWaitsForTheEndOfCalls() async throws {
    let stage = try UpgradeStage(of: ["NOTE"])
    let new = try stage.version("1.3.0", of: ["NOTE"])
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    async let report = stage.upgrade(to: new, waiting: 20_000)
    // It has looked at the calls once.
    #expect(await stage.wait(for: "notReady"))
    stage.end()
    #expect(try await report.way == .idle)
  }

  @Test func aNewVersionThatCannotBeginGivesWayToTheOldOne() async throws {
    let stage = try UpgradeStage(of: ["NOTE"])
    let refusal = try await stage.refusal(of: stage.version("1.3.0", ["FAULT_INIT"], of: ["NOTE"]))
    #expect(
      refusal.contains("the old one has begun again") && refusal.contains("no network card"), "\(refusal)")
    #expect(stage.transport.descriptor.version == "1.2.0" && !stage.desk.texts.contains { $0.hasPrefix("lost") })
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
  }
}
