import Foundation
import Synchronization
import Testing
import TransportABI

@testable import TransportLoader

/// Messages between a host and a transport in a real shared object.
@Suite struct InstanceTests {
  @Test func aCallIsCompletedBeforeItIsReportedOn() throws {
    let stage = try Stage()
    let (action, call) = stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    #expect(stage.recorder.texts == ["activated", "line ready", "done", "connecting", "active"])
    if case .completed(let done, nil) = stage.recorder.words[2] { #expect(done.handle == action) }
    stage.instance.request(.end(.declined), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "ended"))
    #expect(stage.recorder.texts.suffix(2) == ["done", "ended local"])
    if case .ended(_, _, let fault, _)? = stage.recorder.words.last { #expect(fault?.native == 2) }
    #expect(stage.instance.callCount == 0)
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test("post: each post that is accepted runs, also one from a thread while the instance is being destroyed")
  func everyAcceptedPostRuns() throws {
    for _ in 0..<20 {
      let stage = try Stage()
      let (count, threads) = (PostCount(), DispatchGroup())
      for _ in 0..<2 {
        threads.enter()
        Thread.detachNewThread {
          let argument = Unmanaged.passUnretained(count).toOpaque()
          while stage.instance.post(countPost, argument) == HSW_OK {
            count.accepted.add(1, ordering: .relaxed)
            while count.isAhead, stage.instance.canSpeak { sched_yield() }
          }
          threads.leave()
        }
      }
      stage.close()
      threads.wait()
      #expect(count.ran.load(ordering: .relaxed) == count.accepted.load(ordering: .relaxed))
    }
  }

  @Test func theWordsOfOneTurnComeAsOneBatch() throws {
    let stage = try Stage()
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    #expect(stage.recorder.batches.last == 3)
    stage.close()
  }

  @Test(arguments: [
    ("refuse", ["failed -8"]), ("error", ["failed -1"]), ("strange-status", ["failed -12"]),
    ("timer", ["done", "active"]), ("double", ["done"]),
    ("backwards", ["done", "connecting", "active"]), ("early-report", ["done"]),
    ("strangers", ["done", "connecting", "active"]), ("post", ["done", "connecting", "active", "dtmf 5"]),
    ("ticks", ["done", "connecting", "active", "dtmf 9", "dtmf 9", "dtmf 9"]),
    ("fd", ["done", "connecting", "active", "dtmf 8"]), ("thread", ["done", "connecting", "active", "dtmf 7"]),
    ("log", ["done", "connecting", "active", "log fixture: hello", "wire > sip INVITE"]),
    ("ended", ["done", "connecting", "active", "ended remote"]), ("unknown-reason", ["done", "connecting", "active", "ended failed"]),
    ("restart", ["lost: it requested a restart: lost my network card"]),
  ])
  func whatTheTransportSaysArrivesAndWhatItMayNotSayDoesNot(handle: String, expected: [String]) throws {
    let stage = try Stage()
    stage.dial(handle)
    #expect(stage.recorder.wait { $0.count >= expected.count + 2 })
    stage.close()
    #expect(stage.recorder.texts.dropFirst(2).filter { $0 != "closed" } == expected)
  }

  @Test(arguments: [
    ("double", TransportMisbehaviour(double: 2)), ("backwards", TransportMisbehaviour(outOfOrder: 1)),
    ("early-report", TransportMisbehaviour(outOfOrder: 1)), ("strangers", TransportMisbehaviour(strange: 4, malformed: 1)),
    ("ended", TransportMisbehaviour(stale: 1)), ("strange-status", TransportMisbehaviour(malformed: 1)),
    ("thread", TransportMisbehaviour(wrongThread: 1)), ("5550100", TransportMisbehaviour()),
  ])
  func misbehaviourIsCounted(handle: String, expected: TransportMisbehaviour) throws {
    let stage = try Stage()
    stage.dial(handle)
    #expect(stage.recorder.wait { $0.count >= 3 })
    stage.close()
    #expect(stage.instance.misbehaviour == expected)
  }

  @Test func aCancelledStartEndsItsCallAndALateCompletionIsStale() throws {
    let stage = try Stage()
    let (action, _) = stage.dial("silent")
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    stage.instance.cancel(action)
    stage.dial("refuse")
    #expect(stage.recorder.wait(for: "failed"))
    #expect(stage.recorder.texts == ["activated", "line ready", "done", "connecting", "active", "failed -8"])
    #expect(stage.instance.callCount == 1)
    #expect(stage.instance.misbehaviour.stale == 1)
    stage.close()
  }

  @Test func whatIsNotOfferedFailsAsNotSupported() throws {
    let stage = try Stage()
    let (_, call) = stage.dial("5550100")
    stage.instance.request(.setMuted(true), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "failed -3"))
    stage.instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
    stage.instance.request(.play("123#", kind: 1), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "dtmf 123#"))
    stage.instance.request(.apply(configuration: "nonsense"), deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "failed -2"))
    stage.close()
  }

  @Test func anIncomingCallIsShownAnsweredAndEndedByTheFarEnd() throws {
    let stage = try Stage()
    var info = TransportCallInfo()
    info.handle = "+12025550123"
    info.displayName = "Ünïcode"
    stage.instance.peerCall(info) { #expect($0.status == 0) }
    #expect(stage.recorder.wait(for: "incoming +12025550123"))
    guard case .incoming(let name, let heard, _, _)? = stage.recorder.words.last else { return }
    let call = name.handle
    #expect(heard.displayName == "Ünïcode")
    #expect(call.isTransports)
    stage.instance.shown(call)
    #expect(stage.recorder.wait(for: "dtmf 1"))
    stage.instance.request(.answer, of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "done"))
    stage.instance.peerOrder(call, 5) { #expect($0.status == 0) }
    #expect(stage.recorder.wait(for: "ended remote"))
    stage.instance.request(.answer, of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "failed -5"))
    stage.close()
  }

  @Test(arguments: [
    (["NOTE", "FAULT_INIT"], "", "lost: init answered -15: no network card"),
    (["NOTE"], "nonsense", "lost: create answered -2: the configuration is no object"),
    (["NOTE", "FAULT_ACTIVATE_HANGS"], "", "lost: activate did not return in time"),
  ])
  func aStepThatFailsIsALossWithItsReason(defines: [String], configuration: String, expected: String) throws {
    let stage = try Stage(defines: defines, patience: 200, configuration: configuration, waits: false)
    #expect(stage.recorder.wait(for: "lost"))
    #expect(stage.recorder.texts == [expected])
  }

  @Test(arguments: ["5550100", "restart"])
  func whatIsAskedOfAnInstanceThatIsGoneKeepsNothingAlive(handle: String) throws {
    var stage: Stage? = try Stage()
    weak let instance = stage?.instance
    stage?.dial(handle)
    stage?.close()
    // A job queued while the loop's thread is ending, or later, never runs, and must not be kept.
    for _ in 0..<10_000 { stage?.instance.close() }
    stage = nil
    let limit = Date(timeIntervalSinceNow: 10)
    while instance != nil, limit > Date() { sched_yield() }
    #expect(instance == nil)
  }

  @Test func aLoopThatHangsIsLostAndAnotherInstanceGoesOn() throws {
    let stage = try Stage(patience: 200)
    let other = try Stage()
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    stage.dial("hang")
    #expect(stage.recorder.wait(for: "lost: calls.start did not return in time"))
    other.dial("5550100")
    #expect(other.recorder.wait(for: "active"))
    other.close()
  }

  @Test func unsaidTheLineIsReadyAndSaidItIsNot() throws {
    let stage = try Stage(defines: ["NOTE", "SAYS_TRYING"])
    stage.close()
    #expect(stage.recorder.texts == ["line trying", "activated", "closed"])
  }

  @Test func closingWaitsForCallsToDrain() throws {
    let stage = try Stage()
    let (_, call) = stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    stage.instance.close(drainMilliseconds: .max)
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "failed -4"))
    stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "closed"))
    #expect(stage.recorder.texts.suffix(3) == ["done", "ended local", "closed"])
  }

  @Test func aDrainThatNeverEndsIsCutShort() throws {
    let stage = try Stage()
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
    stage.instance.close(drainMilliseconds: 10)
    #expect(stage.recorder.wait(for: "closed"))
  }

  @Test func afterAResetNothingIsSaidOfWhatWasForgotten() throws {
    let stage = try Stage()
    stage.dial("timer")
    stage.instance.reset()
    // Its third tick comes after the first call's timer.
    stage.dial("ticks")
    #expect(stage.recorder.wait { $0.filter { $0.text == "dtmf 9" }.count == 3 })
    stage.close()
    #expect(stage.recorder.texts.dropFirst(2) == ["done", "connecting", "active", "dtmf 9", "dtmf 9", "dtmf 9", "closed"])
  }

  @Test func instancesThatAskForItShareOneThread() throws {
    let stage = try Stage(defines: ["NOTE", "FLAGS=0x10000u"])
    let second = try TransportInstance(stage.instance.transport, sink: stage.recorder)
    #expect(second.loop === stage.instance.loop)
    second.begin()
    #expect(stage.recorder.wait { $0.filter { $0.text == "activated" }.count == 2 })
    second.close()
    #expect(stage.recorder.wait(for: "closed"))
    stage.dial("5550100")
    #expect(stage.recorder.wait(for: "active"))
  }
}

/// The posts of a test: those that the host accepted, and those that ran.
private final class PostCount: Sendable {
  let accepted = Atomic(0)
  let ran = Atomic(0)

  /// True while so many posts wait that the loop should catch up first.
  var isAhead: Bool { accepted.load(ordering: .relaxed) - ran.load(ordering: .relaxed) > 16 }
}

private func countPost(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  Unmanaged<PostCount>.fromOpaque(argument).takeUnretainedValue().ran.add(1, ordering: .relaxed)
}
