import CallControl
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A new version takes the sockets over, and the old one finishes its calls: docs/isolation.md, Upgrades; P8.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .timeLimit(.minutes(5))) struct SocketUpgradeTests {
  static let every = ["NOTE", "SOCKETS"]

  /// A stage with a call in the old version, and its far end.
  private func begin(_ defines: [String] = [], of every: [String] = every, patience: UInt32 = 2000) async throws -> (
    stage: UpgradeStage, far: FarSocket, old: Int32
  ) {
    let stage = try UpgradeStage(defines: defines, of: every, patience: patience)
    let far = try FarSocket(to: await port(of: stage))
    let old = try #require(stage.transport.runnerPID)
    #expect(far.ask("who") == ["me", "-", "\(old)"])
    stage.dial("1")
    #expect(await stage.wait(for: "connected"))
    return (stage, far, old)
  }

  private func port(of stage: UpgradeStage) async throws -> UInt16 {
    let instance = try #require(stage.delegate.instance)
    let answer = await withCheckedContinuation { answer in instance.peerDialable { answer.resume(returning: $0) } }
    return try #require(answer.info.flatMap { UInt16($0.handle) })
  }

  @discardableResult
  private func upgrade(_ stage: UpgradeStage, _ version: String = "1.3.0", _ defines: [String] = [], drain: UInt32 = 600_000) async throws
    -> UpgradeReport
  {
    try await stage.upgrade(to: stage.version(version, defines, of: Self.every), drain: drain)
  }

  private func statuses(_ stage: UpgradeStage) -> [RunnerStatus] { RunnerStatus.all(of: [stage.provider.id: stage.delegate]) }

  // MARK: both sides of the change

  @Test func oldCallsEndInTheOldProcessAndNewOnesBeginInTheNew() async throws {
    let (stage, far, old) = try await begin()
    let report = try await upgrade(stage)
    #expect(report.way == .sockets && report.calls == 1 && report.from == "1.2.0" && report.to == "1.3.0")
    let new = try #require(stage.transport.runnerPID)
    #expect(new != old && kill(old, 0) == 0)
    #expect(statuses(stage).map(\.state) == [.running, .draining] && statuses(stage).map(\.pid) == [new, old])
    #expect(statuses(stage).map(\.version) == ["1.3.0", "1.2.0"] && statuses(stage).map(\.calls) == [0, 1])
    // The same port, which the new process reads.
    #expect(far.ask("who") == ["me", "-", "\(new)"])
    #expect(far.ask("ring 2") == ["ringing", "2", "\(new)"])
    #expect(await stage.wait(for: "incoming tel:2"))
    let second = UUID()
    stage.dial("3", second)
    #expect(await stage.wait(for: "connected", 2))
    #expect(statuses(stage).map(\.calls) == [2, 1])
    // An order of the old call goes to the old process, as does the word of its far end.
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    #expect(far.ask("hang 1") == ["hung", "1", "\(old)"])
    #expect(await stage.wait(for: "ended remoteEnded"))
    try awaitThat(10) { kill(old, 0) != 0 }
    #expect(statuses(stage).map(\.state) == [.running])
    // The new version learns that it is alone. Until then it passes "hang" on to the old process, which answers no more.
    try awaitThat(10) { far.ask("link") == ["alone", "-", "\(new)"] }
    #expect(far.ask("hang 1") == ["481", "1", "\(new)"])
    stage.end(second)
    #expect(await stage.wait(for: "fulfilled end"))
    #expect(far.hear() == ["bye", "3", "\(new)"])
    #expect(
      stage.desk.texts == [
        "ready", "fulfilled start", "startedConnecting", "connected", "leftBehind", "ready", "incoming tel:2", "fulfilled start",
        "startedConnecting", "connected", "fulfilled setHeld", "ended remoteEnded", "fulfilled end",
      ])
    #expect(stage.delegate.instance?.misbehaviour.total == 0)
  }

  @Test func withoutCallsTheOldProcessEndsAtOnce() async throws {
    let stage = try UpgradeStage(of: Self.every)
    let old = try #require(stage.transport.runnerPID)
    #expect(try await upgrade(stage).calls == 0)
    try awaitThat(10) { kill(old, 0) != 0 }
    #expect(!stage.desk.texts.contains { $0.hasPrefix("lost") || $0.hasPrefix("part") || $0 == "notReady" })
    #expect(try await upgrade(stage, "1.4.0").way == .sockets)
    stage.dial("1")
    #expect(await stage.wait(for: "connected"))
  }

  /// Step 6: Starts go to the old version until the line of the new one is ready, and the provider stays ready.
  @Test func startsGoToTheOldVersionUntilTheNewLineIsReady() async throws {
    let every = Self.every + ["REGISTERS"]
    let (stage, far, old) = try await begin(of: every)
    try await stage.upgrade(to: stage.version("1.3.0", of: every), untilReady: false)
    let new = try #require(stage.transport.runnerPID)
    let (second, third) = (UUID(), UUID())
    stage.dial("2", second)
    #expect(await stage.wait(for: "connected", 2))
    #expect(statuses(stage).map(\.calls) == [0, 2])
    // The call of the old instance is marked for the core.
    #expect(await stage.wait(for: "leftBehind", 2))
    // Without a call the old process still waits for the Starts.
    stage.end()
    stage.end(second)
    #expect(await stage.wait(for: "fulfilled end", 2))
    #expect(far.hear() == ["bye", "1", "\(old)"] && far.hear() == ["bye", "2", "\(old)"])
    #expect(statuses(stage).map(\.state) == [.running, .draining])
    #expect(far.ask("register") == ["registered", "-", "\(new)"])
    try awaitThat(10) { kill(old, 0) != 0 }
    #expect(!stage.desk.texts.contains("notReady"))
    stage.dial("3", third)
    #expect(await stage.wait(for: "connected", 3))
    stage.end(third)
    #expect(far.hear() == ["bye", "3", "\(new)"])
  }

  @Test func afterTheLimitTheOldCallsEndOnTheWire() async throws {
    let (stage, far, old) = try await begin()
    try await upgrade(stage, drain: 300)
    #expect(far.hear() == ["bye", "1", "\(old)"])
    #expect(await stage.wait(for: "ended"))
    try awaitThat(10) { kill(old, 0) != 0 }
    #expect(
      stage.desk.texts == ["ready", "fulfilled start", "startedConnecting", "connected", "leftBehind", "ready", "ended failed"])
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
  }

  @Test func aSecondUpgradeWaitsForTheEndOfTheFirst() async throws {
    let (stage, far, old) = try await begin()
    try await upgrade(stage)
    let refusal = try await stage.refusal(of: stage.version("1.4.0", of: Self.every))
    #expect(refusal == "version 1.2.0 still finishes 1 call; try again when its process has ended")
    #expect(far.ask("hang 1") == ["hung", "1", "\(old)"])
    try awaitThat(10) { statuses(stage).count == 1 }
    #expect(try await upgrade(stage, "1.4.0").way == .sockets)
  }

  // MARK: deaths

  /// P8: the calls of the old process end, and nothing else happens.
  @Test func theDeathOfTheOldProcessEndsItsCallsAlone() async throws {
    let (stage, far, old) = try await begin()
    try await upgrade(stage)
    let new = try #require(stage.transport.runnerPID)
    let second = UUID()
    stage.dial("2", second)
    #expect(await stage.wait(for: "connected", 2))
    kill(old, SIGKILL)
    #expect(await stage.wait(for: "part 1 SIGKILL"))
    stage.hold(true, second)
    #expect(await stage.wait(for: "fulfilled setHeld"))
    try awaitThat(10) { far.ask("link") == ["alone", "-", "\(new)"] }
    #expect(far.ask("hang 1") == ["481", "1", "\(new)"])
    #expect(statuses(stage).map(\.pid) == [new])
    #expect(!stage.desk.texts.contains { $0.hasPrefix("lost") || $0 == "notReady" })
  }

  /// P8, the other way round: the old version is the provider's again.
  @Test func theDeathOfTheNewProcessGivesTheOldOneItsPlaceBack() async throws {
    let (stage, far, old) = try await begin()
    try await upgrade(stage)
    let second = UUID()
    stage.dial("2", second)
    #expect(await stage.wait(for: "connected", 2))
    kill(try #require(stage.transport.runnerPID), SIGKILL)
    #expect(await stage.wait(for: "part 1 SIGKILL"))
    try awaitThat(10) { stage.transport.runnerPID == old }
    #expect(stage.transport.descriptor.version == "1.2.0" && statuses(stage).map(\.state) == [.running])
    #expect(stage.desk.texts.suffix(2) == ["leftBehind", "ready"])
    // It reads its socket again, has its old call, and takes new ones.
    try awaitThat(10) { far.ask("who") == ["me", "-", "\(old)"] }
    #expect(far.ask("ring 3") == ["ringing", "3", "\(old)"])
    #expect(await stage.wait(for: "incoming tel:3"))
    stage.dial("4", UUID())
    #expect(await stage.wait(for: "connected", 3))
    #expect(stage.delegate.instance?.callCount == 3)
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    // The next upgrade is not in the way of the first.
    #expect(try await upgrade(stage, "1.4.0").way == .sockets)
  }

  @Test func aNewVersionThatAsksForARestartWhileTheOldOneDrainsGivesWay() async throws {
    let (stage, _, old) = try await begin()
    try await upgrade(stage)
    stage.dial("restart", UUID())
    #expect(await stage.wait(for: "part 1 it requested a restart"))
    try awaitThat(10) { stage.transport.runnerPID == old && statuses(stage).count == 1 }
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
  }

  // MARK: faults 38 to 43

  @Test(arguments: [
    ("TAKE=return HSW_E_NOTSUP", "handover.take answered -3"), ("TAKE=raise(SIGSEGV)", "SIGSEGV in handover.take"),
    ("TAKE=for(;;)pause()", "handover.take did not return in time"), ("FAULT_INIT", "no network card"),
    ("FAULT_ACTIVATE_HANGS", "activate did not return in time"), ("SETTLE_NEW=raise(SIGSEGV)", "SIGSEGV in handover.settle"),
  ])
  func aRefusedNewVersionLeavesTheOldOneAsItWas(define: String, reason: String) async throws {
    let (stage, far, old) = try await begin(patience: 500)
    let refusal = try await stage.refusal(of: stage.version("1.3.0", [define], of: Self.every))
    #expect(refusal.contains(reason), "\(refusal)")
    #expect(stage.transport.runnerPID == old && stage.transport.descriptor.version == "1.2.0" && statuses(stage).count == 1)
    #expect(far.ask("ring 2") == ["ringing", "2", "\(old)"])
    #expect(await stage.wait(for: "incoming tel:2"))
    stage.hold()
    #expect(await stage.wait(for: "fulfilled setHeld"))
    #expect(stage.desk.texts == ["ready", "fulfilled start", "startedConnecting", "connected", "incoming tel:2", "fulfilled setHeld"])
    #expect(try await upgrade(stage, "1.4.0").way == .sockets)
  }

  /// Fault 42: P1, and the new version begins after the restart.
  @Test func anOldVersionThatDiesInGiveIsALossAndTheNewOneBegins() async throws {
    let (stage, _, _) = try await begin(["GIVE=raise(SIGSEGV)"])
    let refusal = try await stage.refusal(of: stage.version("1.3.0", of: Self.every))
    #expect(refusal.contains("the old version was lost, and the new one begins: SIGSEGV in handover.give"), "\(refusal)")
    #expect(await stage.wait(for: "lost SIGSEGV in handover.give, 1 call ended"))
    stage.delegate.restart()
    #expect(await stage.wait(for: "ready", 2))
    #expect(stage.transport.descriptor.version == "1.3.0")
  }

  /// Fault 43: P8.
  @Test func anOldVersionThatDiesOnceItIsSettledEndsItsCallsAlone() async throws {
    let (stage, far, _) = try await begin(["SETTLE=raise(SIGSEGV)"])
    #expect(try await upgrade(stage).way == .sockets)
    #expect(await stage.wait(for: "part 1 SIGSEGV in handover.settle"))
    let new = try #require(stage.transport.runnerPID)
    #expect(far.ask("who") == ["me", "-", "\(new)"])
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
    #expect(!stage.desk.texts.contains { $0.hasPrefix("lost") })
  }

  @Test func aTransportThatIsBusyIsTriedAgain() async throws {
    let (stage, far, old) = try await begin(["GIVE=static int n;if(n++<3)return HSW_E_BUSY"])
    #expect(try await upgrade(stage).way == .sockets)
    #expect(far.ask("hang 1") == ["hung", "1", "\(old)"])
  }

  // MARK: the provider

  @Test func aProviderThatIsClosedWhileItDrainsEndsBothProcesses() async throws {
    let (stage, _, old) = try await begin()
    try await upgrade(stage)
    let new = try #require(stage.transport.runnerPID)
    let delegate = stage.delegate
    await withCheckedContinuation { done in delegate.close { done.resume() } }
    try awaitThat(10) { kill(old, 0) != 0 && kill(new, 0) != 0 }
  }

  @Test func aResetOfTheProviderEndsTheCallsOfBoth() async throws {
    let (stage, _, old) = try await begin()
    try await upgrade(stage)
    stage.dial("2", UUID())
    #expect(await stage.wait(for: "connected", 2))
    stage.delegate.providerDidReset(stage.provider)
    try awaitThat(10) { kill(old, 0) != 0 && stage.delegate.instance?.callCount == 0 }
  }

  @Test func soundOfBothProcessesLiesInTheirOwnMemory() async throws {
    let every = Self.every + ["AUDIO"]
    let (stage, _, _) = try await begin(of: every)
    let format = try #require(TransportAudioFormat(rate: 8000))
    let second = UUID()
    let delegate = stage.delegate
    func attach(_ call: CallID, _ sound: SharedSound) async -> TransportFault? {
      await withCheckedContinuation { answer in delegate.attachAudio(of: call, format, sound.rings) { answer.resume(returning: $0) } }
    }
    let oldMemory = try #require(delegate.audioMemory(of: stage.call))
    oldMemory.setGrid(0)
    let first = SharedSound(try oldMemory.addRegion(bytes: SharedSound.bytes))
    #expect(await attach(stage.call, first) == nil)
    #expect(first.echo(5) == Array(repeating: 5, count: 160))
    try await stage.upgrade(to: stage.version("1.3.0", of: every), untilReady: false)
    #expect(first.echo(6) == Array(repeating: 6, count: 160))
    stage.dial("2", second)
    #expect(await stage.wait(for: "connected", 2))
    let newMemory = try #require(delegate.audioMemory(of: second))
    #expect(newMemory !== oldMemory && delegate.audioMemory(of: stage.call) === oldMemory)
    let other = SharedSound(try newMemory.addRegion(bytes: SharedSound.bytes))
    #expect(await attach(second, other) == nil)
    #expect(other.echo(7) == Array(repeating: 7, count: 160) && first.echo(8) == Array(repeating: 8, count: 160))
    stage.end()
    #expect(await stage.wait(for: "fulfilled end"))
    let fate = await withCheckedContinuation { answer in delegate.detachAudio(of: stage.call) { answer.resume(returning: $0) } }
    #expect(fate == .free)
    #expect(other.echo(9) == Array(repeating: 9, count: 160))
  }
}
