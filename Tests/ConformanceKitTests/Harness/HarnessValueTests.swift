import CConformance
import Foundation
import StrictJSON
import Testing
import TransportABI

@testable import ConformanceHarness
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// A handler of the process's end that no process survives.
private func die() { kill(getpid(), SIGKILL) }

/// The small parts of the harness.
struct HarnessValueTests {
  @Test
  func `what a far end sees is read from its JSON`() throws {
    let text = #"{"state":"active","held":true,"muted":0,"digits":"12#","group":3,"tone":0,"cause":17,"transferred":""}"#
    let view = try PeerView(json: Array(text.utf8))
    #expect(view.state == "active" && view.held == true && view.muted == false && view.digits == "12#")
    #expect(view.group == "3" && view.cause == 17 && view.transferred == "")
    #expect(try PeerView(json: Array(#"{"state":"calling","group":0}"#.utf8)).group == "")
    #expect(throws: TestFailure.self) { try PeerView(json: Array("active".utf8)) }
    #expect(throws: TestFailure.self) { try PeerView(json: Array("[]".utf8)) }
  }

  @Test
  func `a configuration is the plugin's unless it says conform`() {
    #expect(TestRunSettings(nil).near == "")
    let named = """
      {"conform": {"ports": {"near": 1, "media": 20, "far": 1}, "near": {"port": "{near}", "last": "{media+19}", "other": "{what}"},
      "far": {"port": "{far}"}, "dial": {"kind": "sip", "value": "sip:far@127.0.0.1:{far}"}}}
      """
    let withPorts = TestRunSettings(named, firstPort: 20_100)
    #expect(withPorts.portCount == 22)
    #expect(withPorts.near == #"{"port":20100,"last":20120,"other":"{what}"}"#)
    #expect(withPorts.far == #"{"port":20121}"#)
    #expect(withPorts.dial == CallTarget("sip", "sip:far@127.0.0.1:20121"))
    // Two blocks share no port.
    let first = PortBlock(count: 150), second = PortBlock(count: 150)
    #expect(abs((first?.first ?? 0) - (second?.first ?? 0)) >= 150)
    #expect(TestRunSettings("{\"a\": 1}").near == "{\"a\": 1}")
    #expect(TestRunSettings("no JSON").near == "no JSON")
    let text = """
      {"conform": {"near": {"a": 1}, "far": {"b": [true]}, "dial": {"kind": "tel", "value": "200"}, "secrets": {"key": "value"}}}
      """
    let settings = TestRunSettings(text)
    #expect(settings.near == #"{"a":1}"# && settings.far == #"{"b":[true]}"#)
    #expect(settings.dial == CallTarget("tel", "200") && settings.dialBack == nil && settings.secrets == ["key": "value"])
  }

  @Test(arguments: ["{near+1}", "{media+20}", "{media+-5}", "{media++5}", "{media+}", "{far+99999999999999999999}"])
  func `a port beyond its name's count is no port`(_ text: String) {
    let settings = TestRunSettings(#"{"conform": {"ports": {"near": 1, "media": 20, "far": 1}, "near": {"port": "\#(text)"}}}"#)
    #expect(settings.near == #"{"port":"\#(text)"}"#)
  }

  @Test
  func `names of ports are equal when each has the same count`() {
    func names(_ near: Double, _ far: Double) -> PortNames {
      let counts = [
        JSONValue.Member(name: "near", value: .number(JSONNumber(near))), JSONValue.Member(name: "far", value: .number(JSONNumber(far))),
      ]
      return PortNames([JSONValue.Member(name: "ports", value: .object(counts))])
    }
    #expect(names(1, 3) == names(1, 3))
    #expect(names(1, 3) != names(2, 2))
  }

  @Test
  func `a crash at exit is seen although the process ignores its children's ends`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      var before = sigaction()
      sigaction(SIGCHLD, nil, &before)
      atexit(die)
      let ending = hookswitch_harness_exit_in_fork()
      // Not `exit`: this process has the handler too.
      let isIgnored = hookswitch_harness_handler(SIGCHLD) == 1
      _exit(ending == SIGKILL && isIgnored ? 0 : 1)
    }
  }

  @Test
  func `a signal without a handler is not taken for one with the default handler`() {
    #expect(hookswitch_harness_handler(SIGURG) == 0)
    #expect(hookswitch_harness_handler(1_000) == UInt.max)
  }

  @Test
  func `a test's folder goes with all that it holds, and links in it are not followed`() throws {
    let outside = try TestFolder(), folder = try TestFolder()
    defer { outside.remove() }
    let kept = try outside.write("kept", "text")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/home/a/b", withIntermediateDirectories: true)
    _ = try folder.write("home/a/b/file", "text")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/home/link", withDestinationPath: outside.path)
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  @Test
  func `calls of both ends are matched in the order in which they came`() {
    var ledger = Ledger()
    ledger.phase = .active
    for _ in 0..<3 { _ = ledger.mintAction("calls.start", call: ledger.mintCall().id, .start, at: 0) }
    for action in [UInt64(1), 2, 3] { ledger.returned(action == 2 ? HSW_E_BUSY : HSW_OK, for: action) }
    _ = ledger.incoming(1 << 63 | 1, ForeignCallInfo(), at: 0, now: 0)
    var pairs = CallPairs(near: Ledger())
    func find(_ id: UInt64) -> UInt64? { pairs.find(CallRef(id: id), near: ledger, farIncoming: [70, 71], farDialed: [90]) }
    #expect(find(1) == 70)
    #expect(find(2) == nil)
    #expect(find(3) == 71)
    #expect(find(1 << 63 | 1) == 90)
    // Discarding a far-end call whose call here is over makes room for the next one.
    pairs.discard(71)
    #expect(find(3) == nil)
    #expect(pairs.find(CallRef(id: 3), near: ledger, farIncoming: [70, 71, 72], farDialed: [90]) == 72)
    // Calls from before the far end match nothing.
    var later = CallPairs(near: ledger)
    #expect(later.find(CallRef(id: 1), near: ledger, farIncoming: [70], farDialed: []) == nil)
  }

  @Test
  func `the log keeps the last crossings, in order, with what they were answered`() {
    let log = CrossingLog()
    var numbers: [UInt64] = []
    for _ in 0..<300 {
      numbers.append(
        log.record(Crossing(number: 0, direction: .toPlugin, function: "calls.end", time: VirtualLoop.beginning, isOnLoop: true)))
    }
    log.answer(numbers[299], HSW_E_STATE)
    log.answer(numbers[0], HSW_E_FAIL)
    let kept = log.crossings
    #expect(kept.map(\.number) == Array(45...300))
    #expect(kept.last?.line == "300 +0 ms > calls.end = HSW_E_STATE")
    #expect(kept.dropLast().allSatisfy { $0.status == nil })
  }

  @Test(arguments: [
    ([UInt8]("ok".utf8), true), ([0xFF], false), ([0x61, 0x00, 0x62], false), ([], true), ([0xC3, 0xA9], true),
  ])
  func `strings of a plugin's are judged by the rule for strings`(_ bytes: [UInt8], _ isSound: Bool) {
    let lender = Lender(GuardedArena(), .exact)
    #expect((ForeignText.read(lender.text(bytes), "it").flaw == nil) == isSound)
    lender.takeBack()
  }

  @Test
  func `a string without a NUL, or too long, is told`() {
    let lender = Lender(GuardedArena(), .exact)
    var text = lender.text("1234")
    text.n = 3
    #expect(ForeignText.read(text, "it").flaw == "it has no NUL after its 3 bytes")
    text.n = Int(HSW_STR_MAX) + 1
    #expect(ForeignText.read(text, "it").flaw?.contains("at most 65536") == true)
    #expect(ForeignText.read(hsw_str(p: nil, n: 4), "it").flaw == "it has 4 bytes at NULL")
  }
}
