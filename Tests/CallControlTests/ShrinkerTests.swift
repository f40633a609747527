import CallControl
import ExplorationKit
import Testing

@Suite("Shrinking")
struct ShrinkerTests {
  @Test("leaves nothing that can be left out alone, and keeps the order")
  func isMinimal() {
    let script = (0..<60).map { Stimulus.limitGroups($0) }
    let needed: [Stimulus] = [.limitGroups(3), .limitGroups(17), .limitGroups(58)]
    let shortest = Shrinker.shrink(script) { candidate in needed.allSatisfy(candidate.contains) }
    #expect(shortest == needed)
  }
}
