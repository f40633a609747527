import CallControl
import ExplorationKit
import Testing

@Suite("Instants")
struct InstantTests {
  @Test(
    "Instants move, and saturate at the ends of time",
    arguments: [
      (0, Duration.seconds(1), 1_000_000_000), (5, .nanoseconds(-7), -2), (.max, .seconds(1), .max), (.min, .seconds(-1), .min),
      (0, .seconds(Int64.max), .max), (0, .seconds(-Int64.max), .min), (.max, .seconds(-1), .max - 1_000_000_000),
      (0, .milliseconds(1), 1_000_000), (0, .nanoseconds(1) / 2, 0),
    ] as [(Int64, Duration, Int64)])
  func advanced(start: Int64, by duration: Duration, end: Int64) {
    #expect(Instant(nanoseconds: start).advanced(by: duration).nanoseconds == end)
  }

  @Test(
    "Instants differ by a duration, in any order and at any distance",
    arguments: [(0, 5), (5, 0), (-3, 4), (7, 7), (.min, .max), (.max, .min)] as [(Int64, Int64)])
  func duration(from start: Int64, to end: Int64) {
    let (start, end) = (Instant(nanoseconds: start), Instant(nanoseconds: end))
    #expect(start.duration(to: end) == .nanoseconds(end.nanoseconds) - .nanoseconds(start.nanoseconds))
    #expect((start < end) == (start.duration(to: end) > .zero))
  }

  @Test("A line's time never runs backwards: an earlier time counts as the last one")
  func neverBackwards() throws {
    var line = Line(id: .main, roster: Desk().run.roster)
    _ = line.receive(.tick, at: Instant(nanoseconds: 100))
    let effects = line.receive(.incoming("p", IncomingCall(call: .named(0)), IncomingFacts()), at: Instant(nanoseconds: 50))
    #expect(!effects.isEmpty)
    #expect(line.snapshot.calls.first?.began == Instant(nanoseconds: 100))
    #expect(try #require(line.nextDeadline) == Instant(nanoseconds: 100).advanced(by: .seconds(60)))
  }
}
