import Testing
import TransportABI

@testable import ConformanceHarness

/// The place of a failure, from its sentence and the crossings before it.
@Suite("The place of a failure")
struct FailureSiteTests {
  struct Sentence: Sendable {
    var text: String
    var seen: String
    var expected: String

    init(_ text: String, _ seen: String, _ expected: String) { (self.text, self.seen, self.expected) = (text, seen, expected) }
  }

  @Test(
    "a sentence has two parts: the event and the expectation",
    arguments: [
      Sentence("calls.end answered HSW_OK, should be HSW_E_NOCALL", "calls.end answered HSW_OK", "HSW_E_NOCALL"),
      Sentence("health.ping was not completed, should be done within its 2 s", "health.ping was not completed", "done within its 2 s"),
      Sentence("hold failed, though it should be done", "hold failed", "done"),
      Sentence(
        "calls.end called action_done and then answered HSW_OK instead of HSW_PENDING",
        "calls.end called action_done and then answered HSW_OK", "HSW_PENDING"),
      Sentence("the far end of call 0x1 should see a hold; it sees active", "it sees active", "the far end of call 0x1 should see a hold"),
      Sentence(
        "instance.activate changed the umask from 022 to 0", "instance.activate changed the umask from 022 to 0", "the umask stays 022"),
      Sentence("the call ended twice", "the call ended twice", ""), Sentence("", "", ""), Sentence(", should ", "", ""),
    ])
  func parts(_ sentence: Sentence) {
    let parts = FailureSentence(sentence.text)
    #expect(parts.seen == sentence.seen)
    #expect(parts.expected == sentence.expected)
  }

  @Test(
    "a sentence names its function, whole or in short",
    arguments: [
      ("calls.end answered HSW_OK", "calls.end"), ("report_state gave 12", "host.report_state"),
      ("host.report_state was called before init", "host.report_state"), ("after destroy: action_done came", "instance.destroy"),
      ("a call that is held: host-loop.add_timer was called", "host-loop.add_timer"), ("a second init was accepted", "instance.init"),
      ("get_extension(\"x\") is not NULL", "instance.get_extension"), ("`deactivated` came twice", "host.deactivated"),
      ("hold.set_held.", "hold.set_held"), ("the end of a call", nil), ("post it to the start", nil), ("docs.rules", nil), ("", nil),
    ] as [(String, String?)])
  func function(_ sentence: String, _ function: String?) {
    #expect(FunctionNames(counted: ["calls.end"]).first(in: sentence) == function)
  }

  private func run() throws -> TestRun {
    TestRun(
      plugin: "/x.so", descriptor: "x", config: nil, seed: 1, folder: "/tmp", lastCall: try #require(LastCallPage()), peerCommand: nil)
  }

  private func cross(_ run: TestRun, _ function: String, _ direction: Crossing.Direction = .toPlugin) {
    run.crossings.record(Crossing(number: 0, direction: direction, function: function, time: VirtualLoop.beginning, isOnLoop: true))
  }

  @Test("the place counts the uses of the function that the failure names")
  func counted() throws {
    let run = try run()
    for function in ["calls.start", "hold.set_held", "calls.start", "test-peer.observe"] { cross(run, function) }
    cross(run, "host.report_state", .toHost)
    let named = run.site(of: TestFailure("calls.start answered HSW_E_FAIL, should be HSW_OK"))
    #expect(named.function == "calls.start" && named.call == 2 && named.isNamed && named.phase.isEmpty)
    let reported = run.site(of: TestFailure("report_state gave 0"))
    #expect(reported.function == "host.report_state" && reported.call == 1)
    let explicit = run.site(of: TestFailure("hold.set_held", "answered HSW_OK", expected: "HSW_E_NOCALL"))
    #expect(explicit.function == "hold.set_held" && explicit.expected == "HSW_E_NOCALL" && explicit.seen == "hold.set_held answered HSW_OK")
  }

  @Test("the place counts the uses of functions that are no crossings, too")
  func uncrossed() throws {
    let run = try run()
    for number in 1...3 { run.lastCall.during("entry.descriptor", thread: .any, call: UInt64(number)) {} }
    run.lastCall.during("audio.tick", thread: .media, call: 40) {}
    for function in ["hold.set_held", "calls.start"] { cross(run, function) }
    #expect(run.site(of: TestFailure("entry.descriptor(0) changed")).call == 3)
    let tick = run.site(of: TestFailure("audio.tick called malloc"))
    #expect(tick.function == "audio.tick" && tick.call == 40 && tick.isNamed)
    #expect(run.site(of: TestFailure("host.report_state did not come")).call == 0)
  }

  @Test("a failure that names no function comes after the last one that asked for something")
  func last() throws {
    let run = try run()
    #expect(run.site(of: TestFailure("it is loud")).function.isEmpty)
    for function in ["hold.set_held", "test-peer.observe", "timer callback"] { cross(run, function) }
    let site = run.site(of: TestFailure("the far end hears nothing"))
    #expect(site.function == "hold.set_held" && !site.isNamed && site.call == 1)
  }

  @Test("a failure from the ledger keeps its kind and its rule, also in a situation")
  func breach() throws {
    let failure = TestFailure(Breach(kind: .secondWord, sentence: "action_done came a second time for calls.end")).told("call 3")
    #expect(failure.sentence == "call 3: action_done came a second time for calls.end")
    #expect(TestFailure("action_done came late").told("after destroy").function == "host.action_done")
    let site = try run().site(of: failure)
    #expect(site.breach == "secondWord" && site.rule == "HSW-R-069" && !site.isObstacle)
    #expect(throws: TestFailure.self) { try preparing { throw failure } }
    do { try preparing { throw failure } } catch let failure as TestFailure { #expect(failure.isObstacle && failure.breach == .secondWord) }
  }

  @Test("each kind of the ledger has a rule", arguments: Breach.Kind.allCases)
  func rules(_ kind: Breach.Kind) { #expect(kind.rule.hasPrefix("HSW-R-") && kind.rule.count == 9) }

  @Test("the last-call page keeps the phase of life")
  func phase() throws {
    let page = try #require(LastCallPage())
    #expect(page.phase == nil)
    page.phase = .draining
    page.during("calls.end", thread: .loop, call: 1) { #expect(page.last?.phase == .draining) }
    page.phase = nil
    #expect(page.phase == nil)
  }
}
