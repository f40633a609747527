import CallControl
import ExplorationKit
import Testing

@Suite("Shrinking")
struct ShrinkerTests {
  @Test("Shrinking removes every stimulus that is not needed, and keeps the order")
  func isMinimal() {
    let script = (0..<60).map { Stimulus.limitGroups($0) }
    let needed: [Stimulus] = [.limitGroups(3), .limitGroups(17), .limitGroups(58)]
    let shortest = Shrinker.shrink(script) { candidate in needed.allSatisfy(candidate.contains) }
    #expect(shortest == needed)
  }
}
