import CMediaThread
import Foundation
import Glibc
import Locking
import TestRings
import Testing
import TransportABI

@testable import TransportLoader

/// The audio extension from the host's side, with a real shared object: its requests, and the exclusion of ticks.
@Suite struct AudioTests {
  private func stage(_ defines: [String] = [], patience: UInt32 = 2000) throws -> Stage {
    try Stage(defines: ["NOTE", "AUDIO"] + defines, patience: patience)
  }

  private func connected(_ stage: Stage, _ handle: String = "5550100") -> CallHandle {
    let (_, call) = stage.dial(handle)
    #expect(stage.recorder.wait(for: "active"))
    return call
  }

  @Test func hswR101FormatsAreAskedForAgainAndWhatTheHostDoesNotTakeIsSkipped() throws {
    let stage = try stage()
    #expect(stage.formats(of: connected(stage)) == [48_000, 8_000, 16_000])
    #expect(stage.formats(of: CallHandle(rawValue: 4711)) == [])
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test(arguments: [
    ("formats-none", 0), ("formats-zero", 1), ("formats-endless", 1), ("formats-huge", 1), ("formats-float", 1), ("formats-unsized", 1),
  ])
  func aListThatBreaksTheContractIsNoneAndCounted(handle: String, malformed: Int) throws {
    let stage = try stage()
    #expect(stage.formats(of: connected(stage, handle)) == [])
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(malformed: malformed))
    stage.close()
  }

  @Test func aTransportWithoutAudioHasNoFormatsAndNoClock() throws {
    let stage = try Stage()
    let call = connected(stage)
    #expect(stage.formats(of: call) == [] && stage.instance.mediaClock == nil)
    #expect(stage.attach(call, Sound())?.code == HSW_E_NOTSUP && stage.detach(call) == .free)
    stage.close()
  }

  @Test func hswR107SoundCrossesWithinATickOnAMediaThread() throws {
    let stage = try stage()
    let call = connected(stage)
    let sound = Sound()
    #expect(stage.attach(call, sound) == nil)
    stage.instance.setAudioActive(true)
    let clock = try #require(stage.instance.mediaClock)
    let before = hookswitch_mark_media_thread(1)
    for value in 0..<Int16(20) {
      sound.toNet.put(value)
      clock.tick(at: 0)
      #expect(sound.fromNet.take() == Array(repeating: value, count: 160))
    }
    _ = hookswitch_mark_media_thread(before)
    #expect(stage.sees(call) == #"{"clashes":0,"active":1,"media":1}"#)
    #expect(stage.detach(call) == .free)
    sound.takeBack()
    clock.tick(at: 0)
    #expect(stage.sees(call) == #"{"clashes":0,"active":1,"media":0}"#, "a thread that is no [media] thread")
    stage.close()
  }

  @Test("H2: the host takes rings back before it deactivates an instance without a drain, which may free what serves them")
  func ringsAreTakenBackBeforeTheDeactivation() throws {
    let stage = try stage()
    let call = connected(stage)
    let sound = Sound()
    #expect(stage.attach(call, sound) == nil)
    stage.close()
    #expect(stage.detach(call) == .free)
    sound.takeBack()
  }

  @Test(arguments: [("attach-refuses", HSW_E_BUSY, 0), ("attach-strange", HSW_E_RANGE, 1)])
  func whatTheTransportRefusesIsNotAttached(handle: String, code: Int32, malformed: Int) throws {
    let stage = try stage()
    let call = connected(stage, handle)
    #expect(stage.attach(call, Sound())?.code == code && stage.detach(call) == .free)
    #expect(stage.attach(CallHandle(rawValue: 4711), Sound())?.code == HSW_E_NOCALL)
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(malformed: malformed))
    stage.close()
  }

  @Test func aCallIsAttachedOnceAtATimeAndAsOftenAsTheHostLikes() throws {
    let stage = try stage()
    let call = connected(stage)
    for _ in 0..<20 {
      let sound = Sound()
      #expect(stage.attach(call, sound) == nil && stage.attach(call, Sound())?.code == HSW_E_STATE)
      #expect(stage.detach(call) == .free)
      sound.takeBack()
    }
    stage.close()
  }

  /// However a call ends, its rings return to the host, and the plugin no longer touches them.
  @Test(arguments: ["end", "far end", "reset", "close", "restart"])
  func hswR103RingsComeBackWhateverEndsTheCall(how: String) throws {
    let stage = try stage()
    let call = connected(stage)
    let sound = Sound()
    #expect(stage.attach(call, sound) == nil)
    let clock = try #require(stage.instance.mediaClock)
    switch how {
    case "end": stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    case "far end": stage.instance.peerOrder(call, HSW_ORDER_END) { _ in }
    case "reset": stage.instance.reset()
    case "restart": stage.dial("restart")
    default: stage.close()
    }
    if how.hasSuffix("end") { #expect(stage.recorder.wait(for: "ended")) }
    if how == "restart" { #expect(stage.recorder.wait(for: "lost")) }
    #expect(stage.detach(call) == .free)
    sound.takeBack()
    for _ in 0..<10 { clock.tick(at: 0) }
    #expect(stage.instance.lostRings == 0)
    if how != "close", how != "restart" { stage.close() }
    clock.tick(at: 0)
    #expect(how == "restart" || stage.instance.mediaClock == nil)
  }

  /// The fixture hangs in the named function, and every waiting audio request gets the state of the rings.
  @Test(arguments: ["detach-hangs", "attach-hangs"])
  func ringsOfATransportThatHangsAreLost(handle: String) throws {
    let stage = try stage(patience: 50)
    let call = connected(stage, handle)
    let sound = Sound()
    let fault = stage.attach(call, sound)
    #expect((fault == nil) == (handle == "detach-hangs"))
    #expect(stage.detach(call) == .lost)
    #expect(stage.recorder.wait(for: "lost: audio.\(handle.prefix(6)) did not return in time"))
    #expect(stage.instance.lostRings == 1)
    #expect(stage.detach(call) == .lost && stage.formats(of: call) == [])
    #expect(stage.detach(CallHandle(rawValue: 4711)) == .free, "it never had any of these")
    withExtendedLifetime(sound) {}
  }

  @Test func aTickThatHangsLosesTheInstanceAtTheNextThingThatMustNotRunBesideIt() throws {
    let stage = try stage(patience: 50)
    let call = connected(stage, "tick-hangs")
    let sound = Sound()
    #expect(stage.attach(call, sound) == nil)
    let clock = try #require(stage.instance.mediaClock)
    sound.toNet.put(1)
    // The fixture's thread is lost with its loop: after its echo it sleeps for ever.
    Thread { clock.tick(at: 0) }.start()
    while sound.fromNet.count == 0 { sched_yield() }
    #expect(stage.detach(call) == .lost)
    #expect(stage.recorder.wait(for: "lost: audio.tick did not return in time"))
    let skipped = stage.instance.skippedTicks
    clock.tick(at: 0)
    #expect(stage.instance.skippedTicks == skipped + 1)
    withExtendedLifetime(sound) {}
  }

  @Test func noTickRunsBesideAttachDetachResetOrDestroy() throws {
    let stage = try stage()
    let calls = (0..<4).map { _ in connected(stage) }
    let clock = try #require(stage.instance.mediaClock)
    let isOver = Locked(false)
    sideBySide {
      while !isOver.withLock({ $0 }) { clock.tick(at: 0) }
    } _: {
      for round in 0..<100 {
        let sounds = calls.map { _ in Sound() }
        for (call, sound) in zip(calls, sounds) {
          #expect(stage.attach(call, sound) == nil)
          sound.toNet.put(Int16(round))
        }
        for (call, sound) in zip(calls, sounds) {
          #expect(stage.detach(call) == .free)
          sound.takeBack()
        }
      }
      #expect(stage.sees(calls[0]).hasPrefix(#"{"clashes":0,"#))
      stage.instance.reset()
      stage.close()
      isOver.withLock { $0 = true }
    }
    #expect(stage.instance.lostRings == 0)
  }
}
