import Testing
import TransportABI

@testable import ConformanceHarness

/// The ledger's judgement of a plugin's reports: its answers, and the breaches that it notes.
struct LedgerTests {
  enum Word: Sendable {
    case start, done(UInt64), failed(UInt64), returned(UInt64, Int32), state(UInt32), ended, update, digits(String), reset
    case cancel(UInt64), end, time(UInt64)
  }

  /// A sequence of reports on call 1, and the breaches that the ledger must note.
  struct Sequence: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: [Word]
    let breaches: [Breach.Kind]
  }

  private static let dialed: [Word] = [.start, .done(1), .returned(1, HSW_PENDING)]

  static let sequences: [Sequence] = [
    Sequence(
      testDescription: "a call as it should be",
      words: dialed + [
        .state(HSW_CALL_CONNECTING), .state(HSW_CALL_RINGING), .state(HSW_CALL_RINGING), .state(HSW_CALL_ACTIVE), .digits("1#"), .end,
        .done(2), .returned(2, HSW_PENDING), .ended,
      ], breaches: []),
    Sequence(testDescription: "a start that is refused", words: [.start, .returned(1, HSW_E_BUSY)], breaches: []),
    Sequence(testDescription: "two completions", words: dialed + [.done(1)], breaches: [.secondWord]),
    Sequence(testDescription: "a completion, and then HSW_OK", words: [.start, .done(1), .returned(1, HSW_OK)], breaches: [.secondWord]),
    Sequence(testDescription: "HSW_OK, and then a completion", words: [.start, .returned(1, HSW_OK), .done(1)], breaches: [.secondWord]),
    Sequence(
      testDescription: "a refusal, and then a completion", words: [.start, .returned(1, HSW_E_FAIL), .done(1)], breaches: [.secondWord]),
    Sequence(testDescription: "a completion of nothing", words: [.done(9)], breaches: [.unknownAction]),
    Sequence(
      testDescription: "a completion after cancel", words: [.start, .returned(1, HSW_PENDING), .cancel(1), .done(1)], breaches: [.staleWord]
    ),
    Sequence(testDescription: "a state before the start is done", words: [.start, .state(HSW_CALL_RINGING)], breaches: [.stateOrder]),
    Sequence(
      testDescription: "connecting after active", words: dialed + [.state(HSW_CALL_ACTIVE), .state(HSW_CALL_CONNECTING)],
      breaches: [.stateOrder]),
    Sequence(testDescription: "held before active", words: dialed + [.state(HSW_CALL_HELD)], breaches: [.stateOrder]),
    Sequence(testDescription: "a state that is none", words: dialed + [.state(10)], breaches: [.code]),
    Sequence(testDescription: "digits that are none", words: dialed + [.digits("1x")], breaches: [.code]),
    Sequence(testDescription: "two ends", words: dialed + [.ended, .ended], breaches: [.endedTwice]),
    Sequence(testDescription: "an update after the end", words: dialed + [.ended, .update], breaches: [.afterEnded]),
    Sequence(
      testDescription: "an end with an action open", words: dialed + [.end, .returned(2, HSW_PENDING), .ended], breaches: [.openAtEnd]),
    Sequence(testDescription: "an end after a reset", words: dialed + [.reset, .ended], breaches: [.afterReset]),
    Sequence(
      testDescription: "a completion after a reset", words: dialed + [.end, .returned(2, HSW_PENDING), .reset, .done(2)],
      breaches: [.afterReset]),
    Sequence(
      testDescription: "a word on a call that failed", words: [.start, .failed(1), .returned(1, HSW_PENDING), .update],
      breaches: [.unknownCall]),
    Sequence(testDescription: "a word on no call", words: [.update], breaches: [.unknownCall]),
    Sequence(testDescription: "time that goes back", words: dialed + [.time(90), .time(80)], breaches: [.time]),
    Sequence(testDescription: "time in the future", words: dialed + [.time(101)], breaches: [.time]),
  ]

  @Test(arguments: sequences)
  func `each fault is taken for what it is`(_ sequence: Sequence) {
    var ledger = Ledger()
    ledger.phase = .active
    for word in sequence.words { Self.say(word, &ledger) }
    #expect(ledger.breaches.map(\.kind) == sequence.breaches, "\(ledger.breaches)")
  }

  private static func say(_ word: Word, _ ledger: inout Ledger) {
    let now: UInt64 = 100
    switch word {
    case .start: _ = ledger.mintAction("calls.start", call: ledger.mintCall().id, .start, at: now)
    case .end: _ = ledger.mintAction("calls.end", call: 1, .end, at: now)
    case .returned(let action, let status): ledger.returned(status, for: action)
    case .done(let action): _ = ledger.actionDone(action, nil)
    case .failed(let action): _ = ledger.actionDone(action, Fault(code: HSW_E_FAIL))
    case .state(let state): _ = ledger.state(1, state, at: now, now: now)
    case .ended: _ = ledger.ended(1, HSW_END_REMOTE, nil, at: now, now: now)
    case .update: _ = ledger.updated(1, ForeignCallInfo(), at: now, now: now)
    case .digits(let digits): _ = ledger.heard(1, digits, at: now, now: now)
    case .reset: ledger.forgetAll()
    case .cancel(let action): _ = ledger.cancel(action)
    case .time(let time): _ = ledger.updated(1, ForeignCallInfo(), at: time, now: now)
    }
  }

  @Test
  func `a handle of an incoming call is the plugin's, and new`() {
    var ledger = Ledger()
    ledger.phase = .active
    let info = ForeignCallInfo()
    #expect(ledger.incoming(1 << 63 | 1, info, at: 1, now: 1) == HSW_OK)
    #expect(ledger.incoming(1 << 63 | 1, info, at: 1, now: 1) == HSW_E_INVAL)
    #expect(ledger.incoming(2, info, at: 1, now: 1) == HSW_E_INVAL)
    #expect(ledger.breaches.map(\.kind) == [.handle, .handle])
    ledger.phase = .initialised
    #expect(ledger.incoming(1 << 63 | 2, info, at: 1, now: 1) == HSW_E_STATE)
    #expect(ledger.breaches.last?.kind == .phase)
  }

  @Test
  func `an incoming call that was not taken is one of those that came`() {
    var ledger = Ledger()
    ledger.phase = .active
    ledger.refusesIncoming = HSW_E_BUSY
    #expect(ledger.incoming(1 << 63 | 1, ForeignCallInfo(), at: 1, now: 1) == HSW_E_BUSY)
    ledger.refusesIncoming = nil
    #expect(ledger.incoming(1 << 63 | 2, ForeignCallInfo(), at: 1, now: 1) == HSW_OK)
    #expect(ledger.incomingOrder.map { $0 & 3 } == [1, 2])
    #expect(ledger.calls.values.count(where: \.isUp) == 1)
  }

  @Test
  func `calls are listed in the order in which they began, whichever end minted their handles`() {
    var ledger = Ledger()
    ledger.phase = .active
    func dial() -> UInt64 {
      let call = ledger.mintCall().id
      _ = ledger.mintAction("calls.start", call: call, .start, at: 0)
      return call
    }
    let first = dial()
    #expect(ledger.incoming(1 << 63 | 7, ForeignCallInfo(), at: 1, now: 1) == HSW_OK)
    let last = dial()
    #expect(ledger.handles(where: \.isUp) == [first, 1 << 63 | 7, last])
    #expect(ledger.handles { $0.isIncoming } == [1 << 63 | 7])
  }

  @Test
  func `a flag of a call counts where the mask has it, and the last word on it stands`() {
    var ledger = Ledger()
    ledger.phase = .active
    var info = ForeignCallInfo()
    info.flags = HSW_CI_CAN_HOLD | HSW_CI_CAN_DTMF
    info.mask = HSW_CI_CAN_HOLD
    _ = ledger.incoming(1 << 63 | 1, info, at: 1, now: 1)
    #expect(ledger.calls[1 << 63 | 1]?.flags == HSW_CI_CAN_HOLD)
    info.flags = HSW_CI_CAN_DTMF
    info.mask = HSW_CI_CAN_HOLD | HSW_CI_CAN_DTMF
    _ = ledger.updated(1 << 63 | 1, info, at: 1, now: 1)
    #expect(ledger.calls[1 << 63 | 1]?.flags == HSW_CI_CAN_DTMF)
    #expect(ledger.calls[1 << 63 | 1]?.mask == HSW_CI_CAN_HOLD | HSW_CI_CAN_DTMF)
  }
}
