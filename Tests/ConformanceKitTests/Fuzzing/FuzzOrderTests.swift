import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness
@testable import ConformanceReport
@testable import ConformanceSupervisor

@Suite("An order to a fuzzer's child")
struct FuzzOrderTests {
  @Test(
    "is read as it was written, spaces in the path included",
    arguments: [FuzzOrder.chunk(.config, first: 300, count: 7, file: "/a b/c d.json"), .script(file: "/x y.json")])
  func roundTrip(_ order: FuzzOrder) {
    #expect(FuzzOrder(order.text) == order)
  }

  @Test(
    "is refused when it is malformed",
    arguments: ["", "script", "chunk", "chunk x 0 1 /f", "chunk config -1 1 /f", "chunk config 0 0 /f"])
  func wrong(_ text: String) { #expect(FuzzOrder(text) == nil) }

  @Test("repeats random tests in a soak, each time with another seed, and the others only as often as requested")
  func soak() {
    let catalogue = ["life.order", "fuzz.config"].map { ConformanceTest($0, .must, "") { _ in } }
    let plan = ConformancePlan(catalogue, TestSelection(level: .soak), descriptors: ["x"], seed: 4)
    #expect(plan.tests.count { $0.test.id == "life.order" } == 1)
    let seeds = plan.tests.filter { $0.test.id == "fuzz.config" }.map(\.seed)
    #expect(seeds.count == 10 && Set(seeds).count == 10 && seeds.first == 4)
    #expect(ConformancePlan(catalogue, TestSelection(level: .full), descriptors: ["x"], seed: 4).tests.count == 2)
  }
}
