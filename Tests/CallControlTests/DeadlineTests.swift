import CallControl
import ExplorationKit
import Testing

@Suite("Deadlines")
struct DeadlineTests {
  @Test(
    "T the rules' defaults",
    arguments: [
      (Deadline.start, 30), (.answer, 30), (.end, 10), (.setHeld, 15), (.setGroup, 15), (.setMuted, 5), (.playDTMF, 5), (.transfer, 60),
      (.ring, 60), (.dial, 180), (.screen, 1), (.transferDecision, 30),
    ])
  func defaults(deadline: Deadline, seconds: Int) {
    #expect(deadline.standard == .seconds(seconds))
  }

  @Test("T every deadline has a default, so that every wait ends")
  func allHaveDefaults() {
    #expect(Deadline.allCases.count == 12)
    #expect(Deadline.allCases.allSatisfy { $0.standard > .zero })
  }

  /// The sources of a deadline, and the one that counts.
  struct Precedence: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: Int?
    var provider: Int?
    var expected: Int
  }

  @Test(
    "T1 the provider's deadline precedes the line's, and the line's precedes the rules'",
    arguments: [
      Precedence(testDescription: "neither", expected: 30), Precedence(testDescription: "the line", line: 7, expected: 7),
      Precedence(testDescription: "the provider", provider: 3, expected: 3),
      Precedence(testDescription: "both", line: 7, provider: 3, expected: 3),
      Precedence(testDescription: "both, the provider's longer", line: 7, provider: 90, expected: 90),
    ])
  func precedence(case precedence: Precedence) throws {
    var policy = LinePolicy()
    policy.deadlines[.start] = precedence.line.map { .seconds($0) }
    var desk = Desk(
      policy: policy, providers: [LargeWorld.provider("p") { $0.deadlines[.start] = precedence.provider.map { .seconds($0) } }])
    desk.play([Desk.start(Desk.a)])
    #expect(try #require(desk.sent.first).deadline == Instant.zero.advanced(by: .seconds(precedence.expected)))
  }

  @Test("T tones get 0.2 s more for each digit")
  func digits() throws {
    var desk = Desk()
    desk.play(Desk.active(Desk.a))
    desk.ask(.playDTMF(Desk.a, "12345"))
    #expect(try #require(desk.sent.first).deadline == Instant.zero.advanced(by: .seconds(6)))
  }

  @Test("A policy keeps the last value set, and equality ignores the order of setting")
  func policyIsAValue() {
    var one = DeadlinePolicy()
    one[.ring] = .seconds(1)
    one[.end] = .seconds(2)
    one[.ring] = .seconds(3)
    var other = DeadlinePolicy()
    other[.end] = .seconds(2)
    other[.ring] = .seconds(3)
    #expect(one == other)
    #expect(one[.ring] == .seconds(3))
    one[.ring] = nil
    one[.end] = nil
    #expect(one == DeadlinePolicy())
  }
}
