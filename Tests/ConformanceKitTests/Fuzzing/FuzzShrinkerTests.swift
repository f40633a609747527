import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness
@testable import ConformanceSupervisor

@Suite("The shrinker of a failing script")
struct FuzzShrinkerTests {
  private static let long = FuzzGenerator(kind: .sequence, seed: 1, soil: .rich)

  @Test("keeps the steps that matter, in their order and simplified")
  func steps() throws {
    var script = FuzzScript(kind: .sequence)
    script.steps = (0..<30).map { FuzzStep(.ping, wait: UInt32($0)) }
    script.steps[7] = FuzzStep(.start, text: Array("5550123".utf8), wait: 5000)
    script.steps[20] = FuzzStep(.group, .up(2), with: .over(1), wait: 1)
    script.steps[25] = FuzzStep(.hold, .up(1), number: 0x8000_0000)
    var shrinker = FuzzShrinker(script) { script throws(ConformanceError) in
      let acts = script.steps.map(\.act)
      guard let start = acts.firstIndex(of: .start), let hold = acts.firstIndex(of: .hold) else { return false }
      return start < hold && script.steps[start].wait >= 100
    }
    try shrinker.shrink()
    #expect(shrinker.script.steps == [FuzzStep(.start, wait: 100), FuzzStep(.hold, .up(0), number: 0)])
  }

  @Test("keeps the time of dropped steps, if the failure needs it")
  func time() throws {
    var script = FuzzScript(kind: .sequence)
    script.steps = [FuzzStep(.start), FuzzStep(.ping, wait: 400), FuzzStep(.ping, wait: 400), FuzzStep(.reset)]
    var shrinker = FuzzShrinker(script) { script throws(ConformanceError) in
      guard script.steps.first?.act == .start, script.steps.last?.act == .reset else { return false }
      return script.steps.dropLast().reduce(0) { $0 + $1.wait } >= 700
    }
    try shrinker.shrink()
    #expect(shrinker.script.steps == [FuzzStep(.start, wait: 800), FuzzStep(.reset)])
  }

  @Test("cuts long texts down to the bytes that matter")
  func text() throws {
    var script = FuzzScript(kind: .config)
    script.steps = [
      FuzzStep(.apply, text: Array((String(repeating: "abc", count: 2000) + "{\"x\"" + String(repeating: "y", count: 500)).utf8))
    ]
    var shrinker = FuzzShrinker(script) { script throws(ConformanceError) in
      script.steps.first?.text.map { String(decoding: $0, as: UTF8.self).contains("{\"x\"") } ?? false
    }
    try shrinker.shrink()
    #expect(shrinker.script.steps == [FuzzStep(.apply, text: Array("{\"x\"".utf8))])
  }

  @Test("restores the parts of the host whose lack does not matter")
  func host() throws {
    var script = FuzzScript(kind: .sequence)
    script.host.missing = [.log, .threads]
    script.host.refusing = .post
    script.host.shape = .future
    script.beginning = .created
    var shrinker = FuzzShrinker(script) { script throws(ConformanceError) in script.host.refusing == .post }
    try shrinker.shrink()
    #expect(shrinker.script.host.missing.isEmpty && shrinker.script.host.shape == .usual && shrinker.script.beginning == .active)
  }

  @Test("keeps to its limit of tries, and ends with a script that failed")
  func limit() throws {
    let script = Self.long.script(4)
    var seen: Set<FuzzScript> = [script]
    var count = 0
    var shrinker = FuzzShrinker(script, limit: 20) { script throws(ConformanceError) in
      count += 1
      guard script.steps.count > 2 else { return false }
      seen.insert(script)
      return true
    }
    try shrinker.shrink()
    #expect(count <= 20 && shrinker.tries == count && seen.contains(shrinker.script))
  }
}
