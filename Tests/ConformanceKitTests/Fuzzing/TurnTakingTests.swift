import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness

/// The choice of the way in which the judge and the plugin's process take turns.
struct TurnTakingTests {
  /// Plays rounds in which a step costs as `cost` says, and returns the ways of the rounds.
  private func ways(_ rounds: Int, _ turns: inout TurnTaking, _ cost: (ExecutorProcess.Turns) -> UInt64) -> [ExecutorProcess.Turns] {
    (0..<rounds).map { _ in
      let way = turns.way
      let isOther = turns.finish(steps: 100, nanoseconds: 100 * cost(way))
      #expect(isOther == (turns.way != way))
      return way
    }
  }

  @Test(arguments: [ExecutorProcess.Turns.eagerly, .together])
  func `each way is tried, and then the faster one taken`(_ fast: ExecutorProcess.Turns) {
    var turns = TurnTaking()
    let ways = ways(30, &turns) { $0 == fast ? 10 : 30 }
    #expect(Set(ways.prefix(4)) == [.eagerly, .together])
    #expect(ways.dropFirst(4).count { $0 == fast } >= 20)
  }

  @Test
  func `the first round of a way does not count: the system still moves both processes`() {
    var turns = TurnTaking()
    var last: ExecutorProcess.Turns?
    let ways = ways(30, &turns) { way in
      defer { last = way }
      return way != last ? 1000 : way == .eagerly ? 10 : 30
    }
    #expect(ways.suffix(20).allSatisfy { $0 == .eagerly })
  }

  @Test
  func `a machine that becomes another one is noticed`() {
    var turns = TurnTaking()
    _ = ways(30, &turns) { $0 == .eagerly ? 10 : 30 }
    let later = ways(60, &turns) { $0 == .eagerly ? 90 : 30 }
    #expect(later.suffix(30).count { $0 == .together } >= 20)
  }

  @Test
  func `one slow round is another program's, and changes nothing`() {
    var turns = TurnTaking()
    _ = ways(30, &turns) { $0 == .eagerly ? 10 : 30 }
    var isFirst = true
    let later = ways(20, &turns) { _ in
      defer { isFirst = false }
      return isFirst ? 500 : 10
    }
    #expect(later.allSatisfy { $0 == .eagerly })
  }

  @Test
  func `one of several judges keeps to its processor`() {
    var turns = TurnTaking(isShared: true)
    #expect(ways(30, &turns) { $0 == .eagerly ? 10 : 30 }.allSatisfy { $0 == .together })
  }

  @Test
  func `rounds without a step are counted`() {
    var turns = TurnTaking()
    for _ in 0..<2 { _ = turns.finish(steps: 0, nanoseconds: 5) }
    #expect(turns.way == .together)
  }
}
