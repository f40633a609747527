import Foundation
import RunnerChannel
import Testing

@testable import TransportLoader

private let second: UInt64 = 1_000_000_000

/// The pure parts of supervision, under a virtual clock.
struct PulseTests {
  /// Returns the time of the loss of a runner that is asked each time a beat is due.
  ///
  /// - Parameter answers: true when it answers at that time.
  private static func loss(
    _ pulse: RunnerPulse, until end: UInt64, isBusy: Bool = true, lateBy delay: UInt64 = 0, answers: (UInt64) -> Bool
  ) -> UInt64? {
    var pulse = pulse
    while pulse.due + delay < end {
      let now = pulse.due + delay
      switch pulse.look(at: now, lastWord: 0) {
      case .wait: break
      case .beat(let number): if answers(now) { _ = pulse.answer(number, at: now, isBusy: isBusy) }
      case .lost: return now
      }
    }
    return nil
  }

  @Test func aRunnerThatAnswersIsNeverLost() {
    let pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(Self.loss(pulse, until: 1000 * second) { _ in true } == nil)
    #expect(Self.loss(pulse, until: 1000 * second, isBusy: false) { _ in true } == nil)
  }

  @Test(arguments: [UInt64(0), 1, 499, 999]) func fault18ARunnerThatStopsWhileACallIsOpenIsLostWithin4Seconds(milliseconds: UInt64) {
    let stop = 100 * second + milliseconds * 1_000_000
    let lost = Self.loss(RunnerPulse(patienceMilliseconds: 2000, at: 0), until: 1000 * second) { $0 < stop }
    #expect(lost.map { $0 > stop && $0 - stop <= 4 * second } == true, "\(lost ?? 0)")
  }

  @Test func anIdleRunnerIsAskedEachTenSeconds() {
    var pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    #expect(pulse.answer(1, at: second, isBusy: false) == true)
    #expect(pulse.due == 11 * second)
    #expect(pulse.look(at: 11 * second - 1, lastWord: 0) == .wait)
    #expect(pulse.tighten(at: 3 * second) == true)
    #expect(pulse.due == 4 * second)
    #expect(pulse.tighten(at: 3 * second) == false)
  }

  /// Fault 44: the clock of a pulse stands in 8 h of sleep, but a loop's timers are then all due at once.
  @Test(arguments: [UInt64(0), 400_000_000, 999_000_000]) func fault44AfterASleepOf8HoursNobodyIsLost(awake: UInt64) {
    var pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    // The machine sleeps before the answer; the timer of the next look is due when it wakes, early on the clock of the pulse.
    #expect(pulse.look(at: second + awake, lastWord: 0) == .wait)
    #expect(pulse.answer(1, at: second + awake, isBusy: true) == true)
    #expect(Self.loss(pulse, until: 1000 * second) { _ in true } == nil)
    // A runner that does not answer is still lost in time.
    #expect(Self.loss(pulse, until: 1000 * second) { _ in false }.map { $0 <= 6 * second } == true)
    var media = MediaPulse()
    #expect(media.stands(7, isWatched: true, at: second) == false)
    #expect(media.stands(7, isWatched: true, at: second + awake) == false)
  }

  /// Fault 44: a function, a start or an end that the sleep interrupts has not taken 8 h.
  @Test(arguments: [
    "Running/Loop/LoopWatchdog", "Isolation/RunnerKeeper", "Isolation/RunnerProcess", "Isolation/RunnerStart",
    "Isolation/Supervision/RunnerPulse", "Loading/LinkedLibrary",
  ])
  func fault44EachTimeOutThatKillsUsesTheClockThatStandsInSleep(file: String) throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let text = try String(contentsOfFile: "\(root)/Sources/TransportLoader/\(file).swift", encoding: .utf8)
    #expect(!text.contains("LoopClock.now()"))
    // The kernel's timer, behind a host that is silent.
    let timer = try String(contentsOfFile: root + "/Sources/CRunnerChannel/process.c", encoding: .utf8)
    #expect(timer.contains("SYS_timer_create, CLOCK_MONOTONIC,"))
  }

  @Test func anAnswerToWhatWasNotAskedIsRefused() {
    var pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(pulse.answer(0, at: 0, isBusy: true) == false)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    #expect(pulse.answer(2, at: second, isBusy: true) == false)
    #expect(pulse.answer(1, at: second, isBusy: true) == true)
    #expect(pulse.answer(1, at: second, isBusy: true) == false)
  }

  @Test func aHostThatStoodStillGivesTheRunnerASecondMore() {
    var pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    #expect(pulse.look(at: 100 * second, lastWord: 0) == .wait)
    #expect(pulse.look(at: 101 * second, lastWord: 0) == .lost)
  }

  @Test func aRunnerThatTalksLivesThoughItsAnswerStandsBehindManyWords() {
    var pulse = RunnerPulse(patienceMilliseconds: 2000, at: 0)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    #expect(pulse.look(at: 4 * second, lastWord: 4 * second) == .wait)
    #expect(pulse.look(at: 5 * second, lastWord: 4 * second) == .wait)
    #expect(pulse.look(at: 6 * second, lastWord: 4 * second) == .lost)
  }

  @Test func aLongTimeOutOfFunctionsLengthensTheTimeForAnAnswer() {
    var pulse = RunnerPulse(patienceMilliseconds: 60_000, at: 0)
    #expect(pulse.look(at: second, lastWord: 0) == .beat(1))
    #expect(pulse.due == 62 * second)
  }

  @Test func fault10ATickThatHangsIsSeenAfterTwoSeconds() {
    var pulse = MediaPulse()
    #expect(pulse.stands(0, isWatched: true, at: 0) == false)
    #expect(pulse.stands(0, isWatched: true, at: 10 * second) == false, "it has not begun")
    #expect(pulse.stands(7, isWatched: true, at: 11 * second) == false)
    #expect(pulse.stands(8, isWatched: true, at: 20 * second) == false)
    #expect(pulse.stands(8, isWatched: true, at: 22 * second - 1) == false)
    #expect(pulse.stands(8, isWatched: false, at: 22 * second) == false, "no call needs it")
    #expect(pulse.stands(8, isWatched: true, at: 30 * second) == false)
    #expect(pulse.stands(8, isWatched: true, at: 32 * second) == true)
  }

  @Test func fault19AThreadThatSpinsIsAWarningOnceAMinute() {
    var load = RunnerLoad()
    var warned: [UInt64] = []
    for time in 0..<200 {
      // A whole core, from the tenth second on.
      let cpu = UInt64(max(0, time - 10)) * second
      if !load.take(cpu: cpu, memory: 0, limit: 0, at: UInt64(time) * second).isEmpty { warned.append(UInt64(time)) }
    }
    #expect(warned == [40, 100, 160])
  }

  @Test func aBusyRunnerIsNoWarning() {
    var load = RunnerLoad()
    for time in UInt64(0)..<200 { #expect(load.take(cpu: time * second * 9 / 10, memory: 0, limit: 0, at: time * second) == []) }
    #expect(load.take(cpu: .max, memory: .max, limit: 0, at: 201 * second) == [], "a lie is no reason to fail")
  }

  @Test func memoryOver80PercentIsAWarning() {
    var load = RunnerLoad()
    let limit: UInt64 = 100 << 20
    #expect(load.take(cpu: 0, memory: 79 << 20, limit: limit, at: 0) == [])
    #expect(load.take(cpu: 0, memory: 81 << 20, limit: limit, at: second) == ["its process uses 81 MB of the 100 MB that it may use"])
    #expect(load.take(cpu: 0, memory: 82 << 20, limit: limit, at: 60 * second) == [])
    #expect(load.take(cpu: 0, memory: 82 << 20, limit: limit, at: 61 * second).count == 1)
  }

  @Test func aRateIsExceededByOneMoreThanItsLimit() {
    var rate = RateLimit(1000, within: 10 * second)
    #expect(rate.add(999, at: 5 * second) == false)
    #expect(rate.add(1, at: 14 * second) == false)
    #expect(rate.add(1, at: 14 * second + 1) == true)
    #expect(rate.add(998, at: 15 * second) == false, "those of the fifth second have gone")
    #expect(rate.add(1, at: 15 * second) == true)
    #expect(rate.add(1000, at: 1000 * second) == false)
  }

  @Test func theLastCrossingsAreKeptByName() {
    var crossings = Crossings()
    #expect(crossings.names == [])
    crossings.note(.start)
    crossings.note(.actionDone)
    #expect(crossings.names == ["> start", "< actionDone"])
    for _ in 0..<100 { crossings.note(WordType.beat) }
    #expect(crossings.names.count == 64)
    #expect(Set(crossings.names) == ["< beat"])
  }

  @Test func wordsForPeopleAreDroppedAtAQuarterAndCallsRefusedAtAHalf() {
    var room = WordRoom()
    #expect(room.pressure(.max / 8) == .low, "the host's own process has no limit")
    room.limit = 65_536
    #expect(room.pressure(16_383) == .low)
    #expect(room.pressure(16_384) == .quarter)
    #expect(room.pressure(32_767) == .quarter)
    #expect(room.pressure(32_768) == .half)
    #expect(room.pressure(65_535) == .half)
    #expect(room.pressure(65_536) == .full)
    room.ahead = 16_000
    #expect(room.admitsMessage(383) == true)
    #expect(room.admitsMessage(384) == false)
    #expect(room.takeDropped() == 1)
    #expect(room.takeDropped() == 0)
  }

  @Test func linesBeyondAHundredASecondAreCountedAndToldOnceASecond() {
    var output = OutputLines()
    let lines = Array(String(repeating: "hello\n", count: 150).utf8)
    #expect(output.add(lines, at: 10 * second) == true)
    let first = output.take(at: 10 * second)
    #expect(first.lines.count == 100 && first.dropped == 50)
    _ = output.add(lines, at: 10 * second + 1)
    #expect(output.take(at: 10 * second + 2) == OutputLines.Taken())
    #expect(output.take(at: 11 * second).dropped == 150)
    _ = output.add(Array(repeating: UInt8(ascii: "x"), count: 100_000) + [UInt8(ascii: "\n")], at: 20 * second)
    #expect(output.take(at: 20 * second).lines.map(\.utf8.count) == [4096])
    #expect(output.tail.utf8.count <= 4096)
  }

  @Test func theNoteOfACrashIsNoLine() {
    var output = OutputLines()
    #expect(output.add(Array("half a line\n\u{1}crash bad.so+0x1a2f bad.so+0x1a2f libc.so.6+0x10\n".utf8), at: second) == true)
    #expect(output.take(at: second).lines == ["half a line"])
    #expect(output.crash?.place == "bad.so+0x1a2f")
    #expect(output.crash?.frames == ["bad.so+0x1a2f", "libc.so.6+0x10"])
    _ = output.add(Array("\u{1}crash -\n\u{1}crash \u{1B}[31m\n\u{1}\n".utf8), at: second)
    #expect(output.crash?.place == nil)
    #expect(output.take(at: second).lines.count == 2, "what is no note is a line")
  }
}
