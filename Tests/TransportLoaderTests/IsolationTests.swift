import Dispatch
import Foundation
import Glibc
import Locking
import Testing
import TransportABI

@testable import TransportLoader

/// Instances in a process of their own, through the real helper.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct IsolationTests {
  @Test func aCallIsMadeAndEnds() throws {
    let stage = try IsolatedStage()
    let (_, call) = stage.dial("plain")
    #expect(stage.recorder.wait(for: "done"))
    #expect(stage.instance.misbehaviour.total == 0)
    stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.filter { $0.text == "done" }.count == 2 })
    stage.close()
    #expect(stage.recorder.texts.last == "closed")
  }

  @Test func aKilledProcessIsALossThatNamesTheSignalAndItsCalls() throws {
    let stage = try IsolatedStage()
    stage.dial("plain")
    stage.dial("plain")
    #expect(stage.recorder.wait { $0.filter { $0.text == "done" }.count == 2 })
    kill(try #require(stage.transport.runnerPID), SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts.last == "lost: SIGKILL, 2 calls ended")
    #expect(stage.transport.runnerPID == nil)
  }

  @Test func afterALossTheProcessIsMadeAnew() throws {
    let stage = try IsolatedStage()
    let first = try #require(stage.transport.runnerPID)
    kill(first, SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    let again = Recorder()
    let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: again)
    instance.begin()
    #expect(again.wait(for: "line"))
    #expect(stage.transport.runnerPID != first)
    instance.close()
    #expect(again.wait(for: "closed"))
  }

  @Test func instancesOfOneTransportShareAProcess() throws {
    let stage = try IsolatedStage()
    let other = Recorder()
    let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: other)
    instance.begin()
    #expect(other.wait(for: "line"))
    kill(try #require(stage.transport.runnerPID), SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    #expect(other.wait(for: "lost"))
  }

  @Test(arguments: [
    ("exit", "lost: its process ended with code 0 in calls.start"), ("exit-3", "lost: its process ended with code 3 in calls.start"),
  ])
  func aProcessThatExitsIsALossThatNamesTheCodeAndTheFunction(handle: String, loss: String) throws {
    let stage = try IsolatedStage()
    stage.dial(handle)
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts.last?.hasPrefix(loss) == true, "\(stage.recorder.texts)")
  }

  @Test func aFunctionThatHangsEndsTheProcessAndIsNamed() throws {
    let stage = try IsolatedStage(patience: 200)
    stage.dial("hang")
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts.last?.hasPrefix("lost: calls.start did not return in time") == true, "\(stage.recorder.texts)")
  }

  @Test func aRequestedRestartIsALossInItsWords() throws {
    let stage = try IsolatedStage()
    stage.dial("restart")
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts.last == "lost: it requested a restart: lost my network card")
  }

  @Test func aRefusedActionFailsWithItsCode() throws {
    let stage = try IsolatedStage()
    stage.dial("refuse")
    #expect(stage.recorder.wait(for: "failed -8"))
    stage.close()
  }

  @Test func aResetForgetsTheCallsAndTheInstanceGoesOn() throws {
    let stage = try IsolatedStage()
    stage.dial("plain")
    #expect(stage.recorder.wait(for: "done"))
    stage.instance.reset()
    stage.dial("plain")
    #expect(stage.recorder.wait { $0.filter { $0.text == "done" }.count == 2 })
    #expect(stage.instance.callCount == 1)
    stage.close()
  }

  @Test func anIncomingCallIsShownAnsweredAndHearsDigits() throws {
    let stage = try IsolatedStage()
    let status = stage.ask { $0.peerCall(stage.handle("5550123"), $1) }?.status
    #expect(status == 0)
    #expect(stage.recorder.wait(for: "incoming 5550123"))
    let call = try #require(
      stage.recorder.words.compactMap { word in if case .incoming(let call, _, _, _) = word { call.handle } else { nil } }.first)
    stage.instance.shown(call)
    stage.instance.request(.answer, of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "done"))
    stage.instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
    stage.instance.request(.play("12#", kind: 1), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "dtmf 12#"))
    stage.instance.request(.setMuted(true), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "failed -3"), "the fixture has no mute")
    #expect(stage.ask { $0.peerObserve(call, $1) }?.observation?.hasPrefix("{\"clashes\":0") == true)
    #expect(stage.ask { $0.peerDialable($1) }?.info?.handle == "5550100")
    #expect(stage.ask { $0.peerOrder(call, HSW_ORDER_END, "", $1) }?.status == 0)
    #expect(stage.recorder.wait(for: "ended remote"))
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test(arguments: [
    ("5", ["done", "ended local"]), ("progress", ["transfer 180 Ringing", "done", "ended local"]), ("refuse", ["failed -8"]),
  ])
  func aCallIsTransferred(handle: String, expected: [String]) throws {
    let stage = try IsolatedStage(defines: ["NOTE", "SERVICES"])
    let (_, call) = stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    let heard = stage.recorder.texts.count
    stage.instance.request(.transfer(to: stage.handle(handle)), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.count >= heard + expected.count })
    #expect(stage.recorder.texts.dropFirst(heard) == expected[...])
    stage.close()
  }

  @Test func breachesThatTheRunnerRefusesAreCountedHere() throws {
    let stage = try IsolatedStage()
    stage.dial("double")
    #expect(stage.recorder.wait(for: "done"))
    stage.close()
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(double: 2))
  }

  @Test func aRefusedInitIsNamedWithItsReason() throws {
    let refused = try IsolatedStage(defines: ["NOTE", "FAULT_INIT"])
    #expect(refused.recorder.texts.last?.hasPrefix("lost: init answered") == true, "\(refused.recorder.texts)")
  }

  @Test(arguments: [
    ("exit 9", "its process ended with code 9"), ("kill -SEGV $$", "SIGSEGV"), ("exec 3>&-; exit 4", "its process ended with code 4"),
    ("printf rubbish >&3; sleep 100", "broke the protocol: a message on its socket is no message"),
    ("echo no room >&2; exit 1", "no room"),
  ])
  func aHelperThatIsNoRunnerIsALossWithASentence(does: String, sentence: String) throws {
    let stage = try IsolatedStage(runner: does)
    #expect(stage.recorder.texts.last?.contains(sentence) == true, "\(stage.recorder.texts)")
  }

  @Test func aProcessEndsWithItsHostsLastInterest() throws {
    let pid: Int32
    do {
      let stage = try IsolatedStage()
      pid = try #require(stage.transport.runnerPID)
      stage.close()
      // The transport, its seat and the link go with the stage: the socket then ends.
    }
    let limit = ContinuousClock.now + .seconds(10)
    while kill(pid, 0) == 0, ContinuousClock.now < limit { sched_yield() }
    #expect(kill(pid, 0) != 0)
  }
}

/// One activated instance of a compiled fixture in a process of its own, and its messages.
struct IsolatedStage {
  static let helper = HelperProgram.find(HelperProgram.places())

  let workshop: Workshop
  let recorder = Recorder()
  let transport: LoadedTransport
  let settings: TransportSettings
  let instance: TransportInstance

  init(
    defines: [String] = ["NOTE"], patience: UInt32 = 2000, configuration: String = "", runner: String? = nil,
    limits: RunnerLimits = RunnerLimits(), sandbox: SandboxMode = .attempt, needs: RunnerNeeds? = nil, schema: String? = nil,
    secrets: SecretStore = SecretStore(folder: nil, variable: nil), beginning: UInt64 = 0
  ) throws {
    workshop = try Workshop()
    let path = try workshop.compile(defines: defines)
    if let schema {
      let rules = try JSONSerialization.jsonObject(with: Data(schema.utf8))
      try workshop.write("fixture.transport.json", manifest(["config-schema": rules]))
    }
    let catalog = CatalogTests.look([workshop.folder])
    let candidate = try #require(catalog.usable.first { $0.file == TrustedFile.resolve(path) }, "\(catalog.candidates.map(\.line))")
    var settings = TransportSettings()
    settings.patienceMilliseconds = patience
    settings.drainGraceMilliseconds = 50
    settings.secrets = secrets
    self.settings = settings
    var helper = try #require(Self.helper)
    if let runner = runner ?? Planted.runnerScript {
      // The scan of the library still needs the real helper.
      let script = "#!/bin/bash\nif [ \"$1\" != run ]; then exec '\(helper)' \"$@\"; fi\n\(runner)\n"
      helper = workshop.folder + "/helper"
      try #require(Self.write(script, to: helper))
    }
    let contact = FirstContact(helper: .program(helper), cacheFile: nil, quarantineFile: nil, patience: 10_000)
    var profile = RunnerProfile()
    (profile.limits, profile.sandbox, profile.needs) = (limits, sandbox, needs)
    let found = try IsolatedTransport(candidate, contact: contact)
    let crashes = CrashFolder(path: workshop.folder + "/crashes")
    let module = found.module(
      named: "fixture", profile: profile, crashes: crashes, state: workshop.folder + "/state", beginning: beginning,
      flaw: Planted.host)
    transport = LoadedTransport(found, in: module)
    instance = try TransportInstance(transport, settings: settings, sink: recorder)
    instance.begin(configuration: configuration)
    #expect(recorder.wait { $0.contains { $0.text.hasPrefix("line") || $0.text.hasPrefix("lost") } }, "\(recorder.texts)")
  }

  /// A far end.
  func handle(_ handle: String) -> TransportCallInfo {
    var info = TransportCallInfo()
    info.handleKind = "generic"
    info.handle = handle
    return info
  }

  /// Starts a call to `handle`.
  @discardableResult
  func dial(_ handle: String) -> (action: ActionHandle, call: CallHandle) {
    instance.request(.start(to: self.handle(handle)), deadlineMilliseconds: 1000)
  }

  /// Asks the far end for tests, and waits for its answer.
  func ask(_ question: (TransportInstance, @escaping @Sendable (PeerAnswer) -> Void) -> Void) -> PeerAnswer? {
    let answer = Locked<PeerAnswer?>(nil)
    let done = DispatchSemaphore(value: 0)
    question(instance) { found in
      answer.withLock { $0 = found }
      done.signal()
    }
    _ = done.wait(timeout: .now() + 10)
    return answer.withLock { $0 }
  }

  /// Writes a program from another process: a program cannot start while a newly forked child of this one has it open for writing.
  static func write(_ script: String, to path: String) -> Bool {
    let arguments = ["sh", "-c", "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", script, path]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var status: CInt = -1
    return posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 && waitpid(child, &status, 0) == child && status == 0
  }

  /// Closes the instance and waits for its last message.
  func close() {
    instance.close()
    #expect(recorder.wait { $0.contains { $0.text == "closed" || $0.text.hasPrefix("lost") } })
  }
}
