import CallAudio
import Testing

@Suite("LiveBalance: the queue of a live program stays short and loses no sentence")
struct LiveBalanceTests {
  /// Plays `frames` frames of 20 ms at 16 kHz: the program writes `written` samples for each frame of 320 that the mixer takes.
  ///
  /// - Returns: the samples that wait at the end, and those that were left out and repeated.
  private func play(_ balance: inout LiveBalance, waiting: Int, frames: Int, written: (Int) -> Int) -> (waiting: Int, out: Int, again: Int)
  {
    var (waiting, out, again) = (waiting, 0, 0)
    for frame in 0..<frames {
      waiting += written(frame)
      if waiting > balance.most {
        out += waiting - balance.limit
        waiting = balance.limit
      }
      if waiting < 320 {
        balance.ranEmpty()
        waiting = 0
      } else {
        let correction = balance.correction(of: 320, waiting: waiting)
        waiting -= 320 - correction
        if correction < 0 { out += 1 }
        if correction > 0 { again += 1 }
      }
      let surplus = balance.passed(waiting: waiting)
      waiting -= surplus
      out += surplus
    }
    return (waiting, out, again)
  }

  @Test("A program with our clock loses and repeats nothing, whatever its chunks", arguments: [1, 2, 3, 5])
  func sameClock(chunk: Int) {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    let end = play(&balance, waiting: 80, frames: 3_000) { $0 % chunk == 0 ? 320 * chunk : 0 }
    #expect(end.out == 0)
    #expect(end.again == 0)
  }

  @Test("Audio that waited for 8 s and was never needed is left out by single samples, down to 5 ms", arguments: [1, 5])
  func margin(chunk: Int) {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    // 20 ms of the first burst; they are kept for 8 s.
    let early = play(&balance, waiting: 320, frames: LiveBalance.window * LiveBalance.longWindow - 1) { $0 % chunk == 0 ? 320 * chunk : 0 }
    #expect(early.out == 0)
    let phase = (LiveBalance.window * LiveBalance.longWindow - 1) % chunk
    let late = play(&balance, waiting: early.waiting, frames: 1_000) { ($0 + phase) % chunk == 0 ? 320 * chunk : 0 }
    #expect((180...260).contains(late.out), "\(late)")
    #expect(late.again == 0)
  }

  @Test("After an underrun the margin is kept for another 8 s")
  func marginAfterUnderrun() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    _ = play(&balance, waiting: 200, frames: 300) { _ in 320 }
    balance.ranEmpty()
    let end = play(&balance, waiting: 200, frames: LiveBalance.window * LiveBalance.longWindow - 1) { _ in 320 }
    #expect(end.out == 0)
  }

  @Test("A program whose clock is up to 0.2 % faster never has more than its limit waiting, by single samples left out")
  func fasterClock() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    // One sample more in each second frame: 0.16 %.
    var most = 0
    var waiting = 400
    var out = 0
    for _ in 0..<20 {
      let end = play(&balance, waiting: waiting, frames: 500) { 320 + $0 % 2 }
      (waiting, out) = (end.waiting, out + end.out)
      most = max(most, waiting)
    }
    #expect(most <= 960)
    // 5,000 samples too many were written; those that do not wait were left out.
    #expect(out == 400 + 5_000 - waiting)
  }

  @Test("A program whose clock is slower has samples repeated after its first underrun, and fewer and fewer underruns")
  func slowerClock() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    balance.ranEmpty()
    // One sample less in each second frame, for 60 s.
    let end = play(&balance, waiting: 100, frames: 3_000) { 320 - $0 % 2 }
    #expect(end.again > 1_000)
    #expect(end.waiting > 0)
    #expect(end.out == 0)
  }

  @Test("Samples above the limit that waited during a whole half second go at once")
  func surplus() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    let answers = (0..<LiveBalance.window).map { _ in balance.passed(waiting: 1_500) }
    #expect(answers.dropLast().allSatisfy { $0 == 0 })
    #expect(answers.last == 540)
    // The next window begins anew: one frame with few samples is enough to keep all.
    let next = (0..<LiveBalance.window).map { balance.passed(waiting: $0 == 3 ? 100 : 1_500) }
    #expect(next.allSatisfy { $0 == 0 })
  }

  @Test("A new sentence forgets the drift of the last one, and keeps the limits")
  func restart() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    balance.ranEmpty()
    balance.restart()
    #expect((0..<100).allSatisfy { _ in balance.correction(of: 320, waiting: 900) == 0 })
    #expect(balance.limit == 960)
    #expect(balance.most == 960 + 2_240)
  }

  @Test("A correction needs its sample: without one the frame stays as it is")
  func needsSample() {
    var balance = LiveBalance(limit: 960, rate: 16_000)
    balance.ranEmpty()
    // To repeat, 319 samples make a frame of 320.
    #expect(balance.correction(of: 320, waiting: 318) == 0)
    #expect(balance.correction(of: 320, waiting: 319) == 1)
  }
}
