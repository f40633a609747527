import TransportKit

/// A transport that hands over, to test the kit's part: the number that is dialed selects the behaviour.
final class Mover: HandoverTransport, HoldingTransport, DiagnosableTransport {
  static let descriptor = TransportDescriptor(id: "org.example.mover", name: "Mover", version: "1.0")
  static var handoverWays: Set<HandoverWay> { Set(HandoverWay.allCases) }
  static var handoverFormat: UInt32 { 3 }

  let host: Host
  private var kept: [Action] = []
  private var answers: [Call: Timer] = [:]
  /// The error that give throws, once.
  private var refusal: TransportError?
  /// The descriptor that crosses.
  private var descriptor: Int32 = -1

  init(host: Host, configuration: Configuration) throws(TransportError) { self.host = host }

  func begin() { host.every(.seconds(1)) { [unowned self] in host.log(.info, "tick") } }

  func activate() { host.line(.ready) }
  func reset() { host.log(.info, "reset") }

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    switch to.handle {
    case "timer":
      answer(call, at: host.now + 2_000_000_000)
      return .done
    case "pending":
      kept.append(action)
      return .pending
    default: return .done
    }
  }

  func answer(_ call: Call, action: Action) -> Outcome { .done }

  func end(_ call: Call, why: EndWhy, action: Action) -> Outcome { .done }

  func setHeld(_ call: Call, _ held: Bool, action: Action) -> Outcome {
    kept.append(action)
    return .pending
  }

  private func answer(_ call: Call, at time: UInt64) {
    answers[call] = host.at(time) { [unowned self] in
      answers[call] = nil
      host.report(call, .active)
    }
  }

  /// A test's instructions.
  enum Command: UInt32 {
    case incoming, fulfil, watch, post, secret, beBusy, refuse, descriptor
  }

  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    guard let command = Command(rawValue: level) else { throw TransportError(.outOfRange) }
    switch command {
    case .incoming: return "\(host.incoming(CallInfo(handle: "123")) != nil)"
    case .fulfil: return "\(kept.map { host.fulfil($0) })"
    case .watch: return "\(host.watch(77, .read) { [unowned self] _ in host.log(.info, "ready") })"
    case .post: return "\(host.port(to: self).post { $0.host.log(.info, "posted") })"
    case .secret: host.secret("key") { [unowned self] in host.log(.info, "secret \($0 ?? "none")") }
    case .beBusy: refusal = TransportError(.busy)
    case .refuse: refusal = TransportError(.failed, "not today")
    case .descriptor: descriptor = 0
    }
    return "true"
  }

  // MARK: handover

  func prepare(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    parcel.write(parcel.link ?? -1)
    try parcel.write(descriptor: 0)
  }

  func give(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    defer { refusal = nil }
    if let refusal { throw refusal }
    guard way == .calls else { return parcel.write("list") }
    parcel.write(list: kept) { parcel.write($0) }
    parcel.write(list: answers.sorted { $0.key.id < $1.key.id }) { call, timer in
      parcel.write(call)
      parcel.write(host.due(timer) ?? 0)
    }
    // Each kind of value, which the reader compares.
    parcel.write(Int16(-2))
    parcel.write(1.5)
    parcel.write("ü")
    parcel.write(Duration.milliseconds(20))
    parcel.write(Self.info)
    parcel.write(Self.error)
    parcel.write(optional: 7) { parcel.write($0) }
    parcel.write(optional: nil as Int?) { parcel.write($0) }
    parcel.write(CallState.held)
  }

  func take(_ way: HandoverWay, _ parcel: ParcelReader) throws(TransportError) {
    let hadLink = try parcel.integer(Int32.self)
    try parcel.check((hadLink >= 0) == (parcel.link != nil), "one end has no link")
    let mine = try parcel.descriptor()
    try parcel.check(mine.number >= 0, "no descriptor")
    guard way == .calls else {
      try parcel.check(try parcel.text() == "list", "another list")
      return
    }
    let actions = try parcel.list(atMost: 100, each: 8) { () throws(TransportError) in try parcel.action() }
    let timers = try parcel.list(atMost: 100, each: 16) { () throws(TransportError) in (try parcel.call(), try parcel.integer(UInt64.self))
    }
    try parcel.check(try parcel.integer(Int16.self) == -2, "Int16")
    try parcel.check(try parcel.double(in: 1...2) == 1.5, "Double")
    try parcel.check(try parcel.text(atMost: 4) == "ü", "String")
    try parcel.check(try parcel.duration() == .milliseconds(20), "Duration")
    try parcel.check(try parcel.info() == Self.info, "CallInfo")
    try parcel.check(try parcel.error() == Self.error, "TransportError")
    try parcel.check(try parcel.optional { () throws(TransportError) in try parcel.integer(Int.self) } == 7, "optional")
    try parcel.check(try parcel.optional { () throws(TransportError) in try parcel.integer(Int.self) } == nil, "optional, missing")
    try parcel.check(try parcel.value(CallState.self) == .held, "CallState")
    kept = actions
    for (call, due) in timers { answer(call, at: due) }
  }

  func settle(_ outcome: HandoverOutcome, as side: HandoverSide) { host.log(.info, "\(outcome) as \(side)") }

  private static let info: CallInfo = {
    var info = CallInfo(kind: "sip", handle: "a@b", displayName: "A")
    (info.flags, info.stated, info.replaces) = (.canHold, [.canHold, .name], Call(id: 9))
    info.presentation = .withheld
    info.extraJSON = "{}"
    return info
  }()

  private static let error = TransportError(.network, "gone", cause: .congestion, native: -5, domain: "mover")
}
