import Testing

@testable import CConformance
@testable import ConformanceHarness
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// One test whose work several processes divide.
@Suite("DividedTest", .enabled(if: hookswitch_apart_processors() > 1, "a test is divided among processors"))
struct DividedTestTests {
  @Test("The processes of a test have one outcome", arguments: ["passes", "skips"])
  func outcome(_ part: String) throws {
    let house = try Playhouse()
    let report = try house.run([part], isDivisible: true)
    #expect(report.outcomes.map(\.status) == [part == "passes" ? .pass : .skip])
    #expect(house.processes == 0)
  }

  @Test("The failure of one ends the others at once, and is the outcome")
  func failure() throws {
    let house = try Playhouse()
    let outcomes = try house.run(["fails-in-the-second-share", "passes"], budget: .seconds(300), isDivisible: true).outcomes
    #expect(outcomes.map(\.status) == [.fail, .pass])
    #expect(outcomes.first?.detail == "share 1 did not")
    #expect(house.processes == 0)
  }

  @Test("An interruption ends all, and the test has no outcome")
  func interruption() throws {
    let house = try Playhouse()
    let interruption = try Interruption()
    let report = try house.run(["passes", "spins", "fails"], budget: .seconds(300), isDivisible: true, interruption: interruption) { _ in
      interruption.interrupt()
    }
    #expect(report.wasInterrupted)
    #expect(report.outcomes.map(\.id) == ["part.passes"])
    #expect(house.processes == 0)
  }

  @Test("Tests that run beside others, under a wrapper or with a trace have one process")
  func processes() {
    let test = ConformanceTest("fuzz.x", .must, "", isDivisible: true) { _ in }
    func count(_ test: ConformanceTest, _ change: (inout ConformanceSettings) -> Void) -> Int {
      var settings = ConformanceSettings(seed: 1)
      change(&settings)
      return DividedTest.processes(for: test, settings)
    }
    #expect(count(test) { _ in } >= 2)
    #expect(count(test) { $0.jobs = 1_000 } == 1)
    #expect(count(test) { $0.wrapper = ["valgrind"] } == 1)
    #expect(count(test) { $0.isTraced = true } == 1)
    #expect(count(ConformanceTest("a.b", .must, "") { _ in }) { _ in } == 1)
  }

  @Test("The shares of a test are all of its numbers, each once, and an order carries its share")
  func shares() throws {
    let shares = (0..<3).map { TestShare(index: $0, count: 3) }
    #expect(shares.flatMap { Array($0.numbers(of: 20)) }.sorted() == Array(0..<20))
    #expect(shares[1].numbers(of: 8).elementsEqual([1, 4, 7]))
    var order = ChildOrder(test: "a.b", plugin: "/p.so", descriptor: "", seed: 7, nonce: "", folder: "/f")
    #expect(ChildOrder(order.arguments) == order)
    order.share = shares[2]
    #expect(ChildOrder(order.arguments) == order)
    for text in ["", "1", "2/2", "-1/2", "0/0", "0/1/2", "a/b"] { #expect(TestShare(text) == nil, "\(text)") }
  }
}
