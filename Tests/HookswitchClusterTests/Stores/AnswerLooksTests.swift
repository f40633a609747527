import HookswitchCluster
import Testing

/// The looks for answers on the second connection.
@Suite struct AnswerLooksTests {
  /// Returns the times of the looks in vain, until they end.
  private func rest(_ looks: inout AnswerLooks) -> [Duration] {
    var times: [Duration] = []
    while let time = looks.next() { times.append(time) }
    return times
  }

  private func ask(_ looks: inout AnswerLooks, _ number: UInt64) -> Bool { looks.ask(number) }
  private func next(_ looks: inout AnswerLooks) -> Duration? { looks.next() }

  @Test func `looks begin with a question and end with its answer`() {
    var looks = AnswerLooks(limit: 10)
    #expect(ask(&looks, 1))
    #expect(next(&looks) == .milliseconds(8))
    #expect(!ask(&looks, 2))
    looks.take(1)
    #expect(next(&looks) == .milliseconds(8))
    looks.take(2)
    #expect(next(&looks) == nil)
    #expect(ask(&looks, 3))
  }

  @Test func `late answers to forgotten questions leave the look for a newer one`() {
    var looks = AnswerLooks(limit: 10)
    for number in 1...3 { _ = looks.ask(UInt64(number)) }
    let all = rest(&looks).reduce(.zero, +)
    #expect(all > .seconds(1))
    #expect(ask(&looks, 4))
    #expect(next(&looks) == .milliseconds(8))
    for number in 1...3 { looks.take(UInt64(number)) }
    // The answer to 4 takes longer than the time to the first look.
    #expect(next(&looks) == .milliseconds(8))
    looks.take(4)
    #expect(next(&looks) == nil)
  }

  @Test func `a new question gets a whole row of looks`() {
    var looks = AnswerLooks(limit: 10)
    _ = looks.ask(1)
    for _ in 0..<23 { _ = looks.next() }
    #expect(!ask(&looks, 2))
    #expect(rest(&looks).count == 24)
  }

  @Test func `questions without an answer do not add up`() {
    var looks = AnswerLooks(limit: 3)
    for number in 1...4 { _ = looks.ask(UInt64(number)) }
    looks.take(4)
    #expect(next(&looks) == nil)
  }
}
