import TransportABI
import TransportKit

/// A transport that behaves as the test has told it, to test the kit's reaction.
final class Probe: Transport, HoldingTransport, DTMFTransport, PersistentTransport, ConfigurableTransport, TransferringTransport,
  DeflectingTransport, DiagnosableTransport
{
  static let descriptor = TransportDescriptor(
    id: "org.example.probe", name: "Probe", version: "2.1", vendor: "Tests", handleKinds: ["tel", "generic"], maxCalls: 4)

  let host: Host
  var log: [String] = []
  var kept: [String: Action] = [:]
  var state: [UInt8] = []
  var limit: Int

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    var configuration = configuration
    limit = try configuration.integer("limit", in: 1...9, default: 4)
    try configuration.refuseUnread()
    // Too early: the host must not receive this.
    host.line(.ready)
    host.after(.seconds(1)) {}
  }

  /// The result of ``deactivate()``.
  var rest = Outcome.done
  func deactivate() -> Outcome {
    log.append("deactivate")
    return rest
  }
  func reset() { log.append("reset") }
  func cancelled(_ action: Action) { log.append("cancelled \(action.id)") }

  /// The number selects the behaviour.
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    switch to.handle {
    case "done": return .done
    case "bare": throw TransportError(.network)
    case "words": throw TransportError(.network, "no network", cause: .congestion)
    case "report": host.report(call, .ringing)
    case "report, throw":
      host.report(call, .ringing)
      throw TransportError(.failed, "broken", cause: .outOfOrder)
    case "twice":
      host.fulfil(action)
      host.fulfil(action)
      host.fail(action, TransportError(.failed))
    case "ended":
      host.ended(call, .failed, TransportError(.failed, "busy", cause: .busy))
    case "backwards":
      host.report(call, .active)
      host.report(call, .connecting)
      host.report(call, .ringing)
      host.report(call, .resumedByFarEnd)
    case "restless":
      host.ended(call, .failed)
      host.ended(call, .failed)
      host.report(call, .active)
    default: kept["start"] = action
    }
    return to.handle == "done" ? .done : .pending
  }

  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
    kept["answer"] = action
    return .pending
  }

  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
    log.append("end \(why)")
    return .done
  }

  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    kept["hold"] = action
    return .pending
  }

  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    log.append("play \(digits)")
    if digits == "1" { return .done }
    host.ended(call, .remote)
    return .done
  }

  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    throw TransportError(.notSupported)
  }

  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome {
    host.fulfil(action)
    host.ended(call, .local)
    host.ended(other, .local)
    return .done
  }

  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    log.append("deflect to \(to.kind):\(to.handle)")
    kept["deflect"] = action
    return to.handle == "done" ? .done : .pending
  }

  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?) {
    log.append("verdict \(accepted) \(error?.message ?? "")")
  }

  func save() throws(TransportError) -> [UInt8] { state }

  func load(_ state: [UInt8]) throws(TransportError) {
    guard state.first == 1 else { throw TransportError(.invalid) }
    self.state = state
  }

  /// Receives a test's instructions over the ABI.
  enum Command: UInt32 {
    case tellLog, fulfilStart, fulfilAnswer, failHold, fulfilHold, incoming, report, resetAll, digits, update, secondEnd, wait, watch,
      unwatch, restart, fulfilDeflect, failDeflect
  }

  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    guard let command = Command(rawValue: level) else { throw TransportError(.outOfRange) }
    var answer = true
    switch command {
    case .tellLog: return log.joined(separator: ", ")
    case .fulfilStart: answer = kept["start"].map(host.fulfil) ?? false
    case .fulfilAnswer: answer = kept["answer"].map(host.fulfil) ?? false
    case .fulfilHold: answer = kept["hold"].map(host.fulfil) ?? false
    case .failHold: answer = kept["hold"].map { host.fail($0, TransportError(.timedOut, "no answer")) } ?? false
    case .incoming: answer = host.incoming(CallInfo(handle: "123")) != nil
    case .fulfilDeflect: answer = kept["deflect"].map(host.fulfil) ?? false
    case .failDeflect: answer = kept["deflect"].map { host.fail($0, TransportError(.failed, "refused")) } ?? false
    case .report: answer = call.map { host.report($0, .held) } ?? false
    case .resetAll: answer = host.resetAll()
    case .wait:
      // Two timers fire, one of them periodically, and a third is cancelled.
      host.after(.milliseconds(1500)) { [unowned self] in log.append("fired") }
      host.every(.seconds(1)) { [unowned self] in log.append("tick") }
      host.cancel(host.after(.seconds(2)) { [unowned self] in log.append("cancelled") })
      answer = host.every(.zero) {} == nil
    case .watch:
      answer = host.watch(77, .read) { [unowned self] in log.append("ready \($0.rawValue)") } && host.rewatch(77, .write)
    case .unwatch: host.unwatch(77)
    case .restart: answer = host.requestRestart("tired") && host.isOnLoop == true
    case .digits: answer = call.map { host.digits($0, "12x") } ?? false
    case .update: answer = call.map { host.update($0, CallInfo(handle: "", displayName: "New")) } ?? false
    case .secondEnd: answer = call.map { host.ended($0, .remote) && host.ended($0, .remote) } ?? false
    }
    return "\(answer)"
  }

  static var configurationSchema: String { #"{"type": "object"}"# }

  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
    var configuration = configuration
    limit = try configuration.integer("limit", in: 1...9, default: 4)
    return .done
  }
}
