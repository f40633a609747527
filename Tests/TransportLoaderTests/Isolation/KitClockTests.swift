import Dispatch
import Locking
import Testing

@testable import TransportLoader

/// The clock that the conformance kit sets in a runner: docs/isolation.md, The kit's clock.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct KitClockTests {
  private static let beginning: UInt64 = 1_000_000_000_000
  private static let millisecond: UInt64 = 1_000_000

  @Test func aTimerWaitsForTheKitsTimeAndIsNamed() throws {
    let stage = try IsolatedStage(beginning: Self.beginning)
    let due = Self.beginning + 2 * Self.millisecond
    stage.dial("timer")
    #expect(stage.sync() == due)
    #expect(stage.sync(at: due - 1) == due)
    #expect(!stage.recorder.texts.contains("done"))
    #expect(stage.sync(at: due) == .max)
    #expect(stage.recorder.texts.suffix(2) == ["done", "active"], "its words are taken before the answer")
    #expect(stage.times.last == due, "it reads the same clock")
    stage.close()
  }

  @Test func aPeriodicTimerRunsOnceAPeriodAndOnceForAJump() throws {
    let stage = try IsolatedStage(beginning: Self.beginning)
    func heard() -> Int { stage.recorder.texts.count { $0 == "dtmf 9" } }
    stage.dial("ticks")
    #expect(stage.sync() == Self.beginning + Self.millisecond)
    #expect(stage.sync(at: Self.beginning + Self.millisecond) == Self.beginning + 2 * Self.millisecond && heard() == 1)
    let later = Self.beginning + 3_600_000 * Self.millisecond
    #expect(stage.sync(at: later) == later + Self.millisecond && heard() == 2)
    #expect(stage.sync(at: later - 1) == later + Self.millisecond && heard() == 2, "the clock never goes back")
    #expect(stage.sync(at: later + Self.millisecond) == .max && heard() == 3)
    stage.close()
  }

  @Test(arguments: [("post", "dtmf 5"), ("fd", "dtmf 8")])
  func postsAndReadyDescriptorsAreOverBeforeTheAnswer(handle: String, word: String) throws {
    let stage = try IsolatedStage(beginning: Self.beginning)
    stage.dial(handle)
    #expect(stage.sync() == .max)
    #expect(stage.recorder.texts.last == word)
    stage.close()
  }

  @Test func aTickWaitsForTheKitsTimeAndIsOverBeforeTheAnswer() throws {
    let stage = try IsolatedStage(defines: ["NOTE", "AUDIO"], beginning: Self.beginning)
    let call = stage.connected()
    let sound = SharedSound(try stage.region())
    #expect(stage.attach(call, sound.rings) == nil)
    // Half a frame after the grid, which begins at zero.
    let due = Self.beginning + 10 * Self.millisecond
    #expect(sound.put(7))
    #expect(stage.sync(at: due - 1) == due && sound.waiting == 0)
    #expect(stage.sync(at: due) == due + 20 * Self.millisecond && sound.waiting == 1)
    #expect(stage.detach(call) == .free)
    #expect(stage.sync() == .max, "nothing is left to tick")
    stage.close()
  }

  @Test func aRunnerThatTheKitHasNotStartedTakesNoTime() throws {
    let stage = try IsolatedStage()
    #expect(stage.sync(at: Self.beginning) == nil)
    #expect(stage.recorder.wait(for: "lost: its process ended with code 70"), "\(stage.recorder.texts)")
  }
}

extension IsolatedStage {
  /// Sets the clock of the runner, has it do all that is due, and returns the time of its next timer; nil when it is gone.
  func sync(at time: UInt64? = nil) -> UInt64? {
    guard let link = (transport.module.seat as? RunnerSeat)?.link else { return nil }
    let next = Locked<UInt64?>(nil)
    let done = DispatchSemaphore(value: 0)
    link.loop.add(
      .run {
        if let time { link.setTime(time) }
        let answer = link.sync()
        next.withLock { $0 = answer }
        // In the next turn, after the words of this one have reached the recorder.
        link.loop.add(.run { done.signal() })
      })
    guard done.wait(timeout: .now() + 20) == .success else { return nil }
    return next.withLock { $0 }
  }

  /// The times that the reports of states gave.
  var times: [UInt64] {
    recorder.words.compactMap { word in if case .progress(_, _, _, let time) = word { time } else { nil } }
  }
}
