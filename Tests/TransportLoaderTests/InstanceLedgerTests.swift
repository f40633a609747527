import CallControl
import Testing
import TransportABI

@testable import TransportLoader

/// The table of calls and actions, where the host and the transport act at the same time.
@Suite struct InstanceLedgerTests {
  /// A ledger of an active instance with one call of the core.
  private struct Desk {
    var ledger = InstanceLedger()
    let id = CallID.fresh()
    var call = CallHandle.none
    private var last: UInt64 = 0

    init(_ state: hsw_call_state = HSW_CALL_ACTIVE) {
      ledger.phase = .active
      let start = ledger.book(.start, of: .new(id), for: .command(ref(.start)))
      call = start.call
      _ = ledger.deliver(start.action)
      ledger.returned(HSW_OK, for: start.action)
      _ = ledger.progress(hsw_call(id: call.rawValue), state, at: 0)
      ledger.words = []
    }

    mutating func ref(_ kind: CallOperation.Kind) -> CommandRef {
      last += 1
      return CommandRef(line: .main, id: CommandID(rawValue: last), call: id, kind: kind)
    }

    /// The messages so far, as a delegate translates them.
    var texts: [String] { ledger.words.map { word in word.text + (word.isForTheCore ? "" : " (not for the core)") } }
  }

  @Test("T3: an action that was completed before the host gave it up keeps its call, and its completion still goes to the core")
  func aCompletionMeetsATimeout() {
    var desk = Desk(HSW_CALL_RINGING)
    let ref = desk.ref(.answer)
    let answer = desk.ledger.book(.answer, of: .id(desk.id), for: .command(ref))
    _ = desk.ledger.deliver(answer.action)
    desk.ledger.returned(HSW_OK, for: answer.action)
    let found = desk.ledger.giveUp(ref)
    #expect(found == nil)
    #expect(desk.texts == ["done"])
    #expect(desk.ledger.handle(of: desk.id) == desk.call)
  }

  @Test func aStartThatIsGivenUpFreesItsIdAtOnceAndItsHandleOnTheLoop() {
    var desk = Desk()
    let id = CallID.fresh()
    let ref = CommandRef(line: .main, id: CommandID(rawValue: 99), call: id, kind: .start)
    let start = desk.ledger.book(.start, of: .new(id), for: .command(ref))
    _ = desk.ledger.deliver(start.action)
    let (found, again) = (desk.ledger.giveUp(ref), desk.ledger.giveUp(ref))
    #expect(found?.action == start.action && again == nil)
    #expect(desk.ledger.handle(of: id) == nil && desk.ledger.calls.contains(start.call.rawValue))
    let mustBeTold = desk.ledger.forgetCancelled(start.action)
    #expect(mustBeTold && !desk.ledger.calls.contains(start.call.rawValue))
    let status = desk.ledger.actionDone(hsw_action(id: start.action.rawValue), nil)
    #expect(status == HSW_E_STALE)
    #expect(desk.texts.isEmpty && desk.ledger.misbehaviour == TransportMisbehaviour(stale: 1))
  }

  @Test("X7: a request about a call that has just ended fails after the report of the end")
  func aRequestMeetsTheEndOfItsCall() {
    var desk = Desk()
    _ = desk.ledger.ended(hsw_call(id: desk.call.rawValue), HSW_END_REMOTE, nil, at: 0)
    let hold = desk.ledger.book(.hold(true), of: .id(desk.id), for: .command(desk.ref(.setHeld)))
    #expect(hold.result == .failed)
    #expect(desk.texts == ["ended remote", "failed -5"])
  }

  @Test("The core hears of its own end by the completion alone", arguments: [nil, TransportFault(.busy)])
  func theCoresOwnEnd(fault: TransportFault?) {
    var desk = Desk()
    let end = desk.ledger.book(.end, of: .id(desk.id), for: .command(desk.ref(.end)))
    _ = desk.ledger.deliver(end.action)
    _ = desk.ledger.actionDone(hsw_action(id: end.action.rawValue), fault)
    _ = desk.ledger.ended(hsw_call(id: desk.call.rawValue), HSW_END_LOCAL, nil, at: 0)
    #expect(desk.texts == [fault == nil ? "done" : "failed -8", "ended local (not for the core)"])
  }

  @Test("The far end's end completes the core's end, which the transport has not received")
  func bothEndAtOnce() {
    var desk = Desk()
    _ = desk.ledger.book(.end, of: .id(desk.id), for: .command(desk.ref(.end)))
    _ = desk.ledger.ended(hsw_call(id: desk.call.rawValue), HSW_END_REMOTE, nil, at: 0)
    #expect(desk.texts == ["failed -13", "ended remote (not for the core)"])
    #expect(desk.ledger.misbehaviour.total == 0)
  }

  @Test func theHostsOwnEndIsSentOnceAndItsReportIsNotForTheCore() {
    var desk = Desk()
    let (first, second) = (desk.ledger.bookOwnEnd(of: desk.call), desk.ledger.bookOwnEnd(of: desk.call))
    #expect(first?.result == .booked && second == nil)
    _ = desk.ledger.ended(hsw_call(id: desk.call.rawValue), HSW_END_LOCAL, nil, at: 0)
    #expect(desk.texts == ["failed -13 (not for the core)", "ended local (not for the core)"])
  }

  @Test func afterAnAttendedTransferTheCoreKnowsOfBothEnds() {
    var desk = Desk()
    let other = desk.ledger.book(.start, of: .new(CallID.fresh()), for: .sink)
    _ = desk.ledger.deliver(other.action)
    desk.ledger.returned(HSW_OK, for: other.action)
    desk.ledger.words = []
    let transfer = desk.ledger.book(.transfer(with: other.call), of: .id(desk.id), for: .command(desk.ref(.transfer)))
    _ = desk.ledger.deliver(transfer.action)
    desk.ledger.returned(HSW_OK, for: transfer.action)
    for call in [desk.call, other.call] { _ = desk.ledger.ended(hsw_call(id: call.rawValue), HSW_END_LOCAL, nil, at: 0) }
    #expect(desk.texts == ["done", "ended local (not for the core)", "ended local (not for the core)"])
  }

  @Test("Only what is new reaches the core")
  func progressIsReportedOnce() {
    var desk = Desk(HSW_CALL_CONNECTING)
    let codes = [
      HSW_CALL_RINGING, HSW_CALL_EARLY_MEDIA, HSW_CALL_ACTIVE, HSW_CALL_ACTIVE, HSW_CALL_HELD, HSW_CALL_ACTIVE, HSW_CALL_HELD_REMOTE,
    ]
    for code in codes { _ = desk.ledger.progress(hsw_call(id: desk.call.rawValue), code, at: 0) }
    var reports: [CallReport?] = []
    for case .progress(_, _, let report, _) in desk.ledger.words { reports.append(report) }
    #expect(reports == [nil, .earlyMedia, .connected, nil, .held, .resumed, .remotelyHeld])
  }

  @Test func aResetDropsWhatWasSaidAndTellsWhoWaitsElsewhere() {
    var desk = Desk()
    _ = desk.ledger.book(.other, of: .none, for: .caller { _ in })
    _ = desk.ledger.dtmf(hsw_call(id: desk.call.rawValue), "1", at: 0)
    _ = desk.ledger.book(.answer, of: .id(CallID.fresh()), for: .command(desk.ref(.answer)))
    desk.ledger.words.append(.line(.down, retryAfterMilliseconds: 0, nil))
    desk.ledger.reset()
    #expect(desk.texts == ["line down", "failed -13 (not for the core)"])
    #expect(desk.ledger.handle(of: desk.id) == nil && desk.ledger.calls.count == 0)
  }

  @Test(
    "An instance that is gone records nothing, so that whoever asks is answered at once", arguments: [InstancePhase.destroying, .destroyed])
  func aGoneInstanceSaysSo(phase: InstancePhase) {
    var desk = Desk()
    desk.ledger.phase = phase
    let end = desk.ledger.book(.end, of: .id(desk.id), for: .command(desk.ref(.end)))
    #expect(end.result == .gone)
    #expect(desk.texts.isEmpty)
  }
}

extension TransportWord {
  /// True for a message that reaches the core.
  fileprivate var isForTheCore: Bool {
    switch self {
    case .completed(let action, _): if case .command = action.requester { true } else { false }
    case .incoming(let call, _, _, _), .updated(let call, _, _), .progress(let call, _, _, _), .dtmf(let call, _, _),
      .transferProgress(let call, _, _, _), .transferRequested(let call, _, _), .ended(let call, _, _, _):
      call.id != nil
    default: true
    }
  }
}
