internal import TransportKit

/// A transport with every extension, whose behaviour and reports come from the fuzzer's bytes.
///
/// `next` is set before the instance is created, on the fuzzer's one thread.
final class Obedient: Transport, HoldingTransport, MutingTransport, DTMFTransport, GroupingTransport, TransferringTransport,
  DeflectingTransport, LineTransport, ConfigurableTransport, PersistentTransport, MonitoredTransport, DiagnosableTransport,
  TestPeerTransport
{
  static let descriptor = TransportDescriptor(
    id: "org.example.fuzz", name: "Fuzz", version: "1.0", handleKinds: ["tel", "sip"], maxCalls: 4)
  static let configurationSchema = "{}"
  /// The source of the next instance's decisions; only the fuzzer's one thread uses it.
  nonisolated(unsafe) static var next = Draw([])

  private let host: Host
  private let draw = Obedient.next
  private var kept: [Action] = []
  private var calls: [Call] = []

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    try configuration.refuseUnread()
  }

  func begin() throws(TransportError) { act() }
  func activate() throws(TransportError) {
    if draw.byte() > 230 { throw TransportError(.network, "no network") }
    act()
  }
  func reset() {
    kept = []
    calls = []
  }
  func shown(_ call: Call) { act() }
  func cancelled(_ action: Action) { act() }

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    calls.append(call)
    return try answer(action)
  }
  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    precondition(!digits.isEmpty && digits.allSatisfy("0123456789*#ABCD".contains), "bad digits arrived: \(digits)")
    return try answer(action)
  }
  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?) { act() }
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func save() throws(TransportError) -> [UInt8] { Array(draw.bytes(draw.below(64))) }
  func load(_ state: [UInt8]) throws(TransportError) { act() }
  func ping(action: Action) throws(TransportError) -> Outcome { try answer(action) }
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String { "{}" }
  func dialable() -> CallInfo { CallInfo(handle: "+15550100", displayName: "a far end") }
  func callIn(from: CallInfo) throws(TransportError) { if let call = host.incoming(from) { calls.append(call) } }
  func order(_ order: PeerOrder, on call: Call) throws(TransportError) { act() }
  func observe(_ call: Call) throws(TransportError) -> String { "{\"state\":\"active\"}" }

  private func answer(_ action: Action) throws(TransportError) -> Outcome {
    act()
    switch draw.below(8) {
    case 0: throw TransportError(.busy)
    case 1: throw TransportError(.failed, "it went wrong", cause: .congestion)
    case 2, 3: return .done
    default:
      kept.append(action)
      return .pending
    }
  }

  /// Makes up to two reports.
  private func act() {
    for _ in 0..<draw.below(3) {
      switch draw.below(14) {
      case 0: if let call = host.incoming(CallInfo(handle: "+15550101")) { calls.append(call) }
      case 1: if !kept.isEmpty { host.fulfil(kept[draw.below(kept.count)]) }
      case 2: if !kept.isEmpty { host.fail(kept[draw.below(kept.count)], TransportError(.timedOut, "late")) }
      case 3, 4: each { [draw, host] in host.report($0, CallState(rawValue: draw.code()) ?? .active) }
      case 5: each { [host] in host.update($0, CallInfo(handle: "+15550102", displayName: "B\0b")) }
      case 6: each { [host] in host.digits($0, "12#") }
      case 7: each { [draw, host] in host.ended($0, EndReason(rawValue: draw.code()) ?? .remote) }
      case 8: host.line(.down, retryAfter: .seconds(3), error: TransportError(.network))
      case 9: host.after(.milliseconds(5)) { [unowned self] in act() }
      case 10: host.secret("name") { [unowned self] _ in act() }
      case 11: host.port(to: self).post { $0.act() }
      case 12: host.log(.info, "a message")
      default: if draw.byte() > 200 { host.resetAll() }
      }
    }
  }

  private func each(_ body: (Call) -> Void) {
    if !calls.isEmpty { body(calls[draw.below(calls.count)]) }
  }
}
