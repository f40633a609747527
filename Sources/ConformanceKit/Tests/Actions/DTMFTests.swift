internal import ConformanceHarness
internal import TransportABI

/// The group `dtmf`: digits, in both directions.
enum DTMFTests {
  private static let owed = Requirement.offered(HSW_EXT_DTMF)
  private static let digits = "0123456789*#ABCD"

  static let all: [ConformanceTest] = [
    ConformanceTest("dtmf.all", owed, "Each of the sixteen digits arrives, at the far end and from it", body: allDigits),
    ConformanceTest("dtmf.order", owed, "Digits arrive in the order in which they were requested", body: order),
    ConformanceTest("dtmf.done", owed, "Digits that are done are sent: a hold or an End right after them loses none", body: done),
    ConformanceTest("dtmf.bad", owed, "A string with one character that is not a digit is refused whole", body: bad),
  ]

  private static func allDigits(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connect()
    var sent = ""
    for digit in digits {
      try stage.complete(stage.near.play(call, String(digit)))
      sent.append(digit)
      try requireHeard(stage, call, sent)
    }
    for kind in [HSW_DTMF_SOFT_PAUSE, HSW_DTMF_HARD_PAUSE] {
      try stage.complete(stage.near.play(call, "5", kind: kind))
      sent.append("5")
      try requireHeard(stage, call, sent)
    }
    try stage.peer.send(digits, call)
    try requireReported(stage, call, digits)
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func order(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connect()
    let strings = ["123", "456", "7890", "*", "12ABCD"]
    let actions = try strings.map { try stage.near.play(call, $0) }
    for action in actions { try stage.complete(action) }
    try requireHeard(stage, call, strings.joined())
    for string in strings { try stage.peer.send(string, call) }
    try requireReported(stage, call, strings.joined())
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// A plugin that completes the action while digits are still queued loses them when the call is held or ended.
  private static func done(_ run: TestRun) throws {
    let stage = try run.stage()
    let wanted = "123456"
    try stage.ifOffered {
      try stage.needExtension(HSW_EXT_HOLD)
      let call = try stage.connect()
      try stage.complete(stage.near.play(call, wanted))
      try stage.complete(stage.near.setHeld(call, 1))
      try requireHeard(stage, call, wanted, "dtmf.play was done, and then the call was held")
      try stage.hangUp(call)
    }
    let call = try stage.connect()
    try stage.complete(stage.near.play(call, wanted))
    try stage.hangUp(call)
    try requireHeard(stage, call, wanted, "dtmf.play was done, and then the call was ended")
    try stage.tearDown()
  }

  private static func bad(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.dial()
    try stage.expect(stage.near.play(call, "1"), refused: HSW_E_STATE)
    try stage.peer.answer(call)
    try stage.expect(call, is: .active)
    for string in ["12x4", "1 2", "1,2", "1;2", "+12", "1E", "1a", "１", "12\n"] {
      let action = try stage.near.play(call, string)
      do {
        try stage.expect(action, refused: HSW_E_INVAL)
      } catch let failure as TestFailure {
        throw failure.told("the digits \(string.debugDescription)")
      }
    }
    for kind: UInt32 in [0, 4, .max] { try stage.expect(stage.near.play(call, "1", kind: kind), refused: HSW_E_RANGE) }
    try stage.complete(stage.near.play(call, "7"))
    try stage.settle()
    try requireHeard(stage, call, "7")
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// A far end that cannot hear digits counts as having heard them.
  private static func requireHeard(_ stage: Stage, _ call: CallRef, _ wanted: String, _ why: String = "dtmf.play is done") throws {
    try stage.expectPeer(call, "the digits \(wanted), since \(why)") { $0.digits ?? wanted == wanted }
  }

  private static func requireReported(_ stage: Stage, _ call: CallRef, _ wanted: String) throws {
    guard stage.wait(.seconds(10), until: { stage.near.ledger.calls[call.id]?.digits == wanted }) else {
      throw TestFailure("report_dtmf gave \"\(try stage.record(call).digits)\" within 10 s; the far end sent \"\(wanted)\"")
    }
  }
}
