import CallControl
import HostDoors
import Testing

private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

@Suite("Watchdog: WATCHDOG=1 only after a ping through each thread")
struct WatchdogTests {
  static func make(_ threads: String...) -> Watchdog {
    var watchdog = Watchdog(period: .seconds(16))
    for thread in threads { watchdog.add(thread) }
    return watchdog
  }

  @Test("The host is alive when the last thread has answered; rounds begin every quarter of the period")
  func rounds() {
    var watchdog = Self.make("socket", "timer")
    for round in 0..<5 {
      let start = Double(round) * 4
      #expect(watchdog.step(at: at(start)) == [.ping("socket"), .ping("timer")])
      #expect(watchdog.next == at(start + 8))
      #expect(watchdog.answered("socket", at: at(start + 1)) == [])
      #expect(watchdog.answered("socket", at: at(start + 1)) == [], "an answer counts once")
      #expect(watchdog.step(at: at(start + 1)) == [])
      #expect(watchdog.answered("timer", at: at(start + 2)) == [.alive])
      #expect(watchdog.next == at(start + 4))
      #expect(watchdog.step(at: at(start + 3.9)) == [])
    }
  }

  @Test("A thread that answers after half the period does not count, and is not pinged twice meanwhile")
  func late() {
    var watchdog = Self.make("socket", "timer")
    _ = watchdog.step(at: at(0))
    #expect(watchdog.answered("timer", at: at(1)) == [])
    #expect(watchdog.step(at: at(8)) == [.late(["socket"]), .ping("timer")])
    #expect(watchdog.answered("timer", at: at(9)) == [])
    #expect(watchdog.answered("socket", at: at(10)) == [.ping("socket")], "the old answer is no proof for this round")
    #expect(watchdog.answered("socket", at: at(11)) == [.alive])
    #expect(watchdog.step(at: at(12)) == [.ping("socket"), .ping("timer")])
    // Exactly half the period is in time, anything more is not.
    #expect(watchdog.answered("socket", at: at(13)) == [])
    #expect(watchdog.answered("timer", at: at(20.001)) == [])
    #expect(watchdog.step(at: at(20.001)) == [.late(["timer"]), .ping("socket"), .ping("timer")])
  }

  @Test("Between two signs of life never lies a whole period while the threads answer in time")
  func gap() {
    var watchdog = Self.make("a")
    var last: Double?
    var now = 0.0
    // The answers come as late as they may, then at once, in turn.
    for round in 0..<40 {
      #expect(watchdog.step(at: at(now)) == [.ping("a")])
      let answer = now + (round.isMultiple(of: 2) ? 0 : 8)
      #expect(watchdog.answered("a", at: at(answer)) == [.alive])
      if let last { #expect(answer - last < 16) }
      last = answer
      now = max(answer, now + 4)
    }
  }

  @Test("A thread that ends is waited for no longer; without threads the host is alive")
  func ending() {
    var watchdog = Self.make("a", "b")
    _ = watchdog.step(at: at(0))
    #expect(watchdog.answered("a", at: at(1)) == [])
    #expect(watchdog.remove("b", at: at(2)) == [.alive])
    #expect(watchdog.answered("b", at: at(3)) == [])
    #expect(watchdog.step(at: at(4)) == [.ping("a")])
    #expect(watchdog.remove("a", at: at(5)) == [.alive])
    #expect(watchdog.step(at: at(8)) == [.alive])
  }
}
