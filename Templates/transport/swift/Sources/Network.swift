import TransportKit

/// A transport without a network yet: each number dialed is a far end that acts by itself.
///
/// Put your network in its place. Everything here runs on one thread, one function at a time, so nothing needs a lock. TransportKit refuses
/// a request about a call that is over or in the wrong state before it gets here.
final class Network: Transport, HoldingTransport, MutingTransport, DTMFTransport {
  static let descriptor = TransportDescriptor(id: "@ID@", name: "@NAME@", version: "0.1.0", maxCalls: 8)

  /// The number that acts only on a test's orders.
  static let testNumber = "5550199"
  /// The number that is busy, and calls back; any other number answers after a second.
  static let callBackNumber = "5550110"

  let host: Host
  var farEnds: [Call: FarEnd] = [:]
  /// The far ends of ended calls, whose view a test asks for; at most `maxPast`.
  var past: [FarEnd] = []
  private let maxPast = 32
  private var callBack: Timer?

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
  }

  func deactivate() -> Outcome {
    host.cancel(callBack)
    return .done
  }

  func reset() {
    for farEnd in farEnds.values { host.cancel(farEnd.timer) }
    host.cancel(callBack)
    farEnds = [:]
    past = []
  }

  // A function whose work takes longer than a turn of the loop returns `.pending`, keeps the action, and completes it with
  // `host.fulfil(action)`.
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    let number = to.handle.hasPrefix("+") ? to.handle.dropFirst() : to.handle[...]
    guard !number.isEmpty, number.allSatisfy("0123456789*#".contains) else {
      throw TransportError(.invalid, "\(to.handle) is not a telephone number", cause: .invalidNumber, domain: "@NAME@")
    }
    let farEnd = FarEnd(call)
    farEnds[call] = farEnd
    if number == Self.testNumber { return .done }
    host.fulfil(action)  // complete the start before any report about its call
    host.report(call, .connecting)
    if number == Self.callBackNumber {
      hangUp(farEnd, .remote, TransportError(.failed, "the number is busy", cause: .busy, domain: "@NAME@"))
      callBack = host.after(.seconds(1)) { [unowned self] in
        if let call = host.incoming(CallInfo(handle: Self.callBackNumber)) { rings(call) }
      }
    } else {
      ring(farEnd)
      farEnd.timer = host.after(.seconds(1)) { [unowned self] in answered(farEnd) }
    }
    return .pending
  }

  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
    try reachable(call).isActive = true
    return .done
  }

  func end(_ call: Call, why: EndWhy, action: Action) -> Outcome {
    if let farEnd = farEnds[call] { forget(farEnd, why.cause) }
    return .done
  }

  func shown(_ call: Call) {
    farEnds[call]?.isRinging = true  // a real network would tell the caller
  }

  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    try reachable(call).isHeld = held
    return .done
  }

  func setMuted(_ call: Call, _ muted: Bool, action: Action) -> Outcome {
    farEnds[call]?.isMuted = muted
    return .done
  }

  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    try reachable(call).digits += digits
    return .done
  }
}

// The far ends.
extension Network {
  /// The time after which a silent far end counts as gone; also in the manifest.
  private var deadPeer: Duration { .seconds(10) }

  /// Adds a far end that calls us, and does nothing else by itself.
  func rings(_ call: Call) {
    farEnds[call] = FarEnd(call)
  }

  func ring(_ farEnd: FarEnd) {
    farEnd.isRinging = true
    host.report(farEnd.call, .ringing)
  }

  func answered(_ farEnd: FarEnd) {
    host.cancel(farEnd.timer)
    farEnd.isActive = true
    host.report(farEnd.call, .active)
  }

  /// Lets the far end answer nothing from now on; the time-out follows.
  func fallSilent(_ farEnd: FarEnd) {
    host.cancel(farEnd.timer)
    farEnd.isSilent = true
    farEnd.timer = host.after(deadPeer) { [unowned self] in
      hangUp(farEnd, .failed, TransportError(.network, "the far end is silent", cause: .noResponse, domain: "@NAME@"))
    }
  }

  /// Ends the call from the side of the far end or the network.
  func hangUp(_ farEnd: FarEnd, _ reason: EndReason, _ error: TransportError? = nil) {
    forget(farEnd, error?.cause ?? .normal)
    host.ended(farEnd.call, reason, error)
  }

  /// Returns the far end of a call; throws if it is silent.
  private func reachable(_ call: Call) throws(TransportError) -> FarEnd {
    guard let farEnd = farEnds[call] else { throw TransportError(.noSuchCall) }
    guard !farEnd.isSilent else { throw TransportError(.timedOut, "the far end is silent", cause: .noResponse, domain: "@NAME@") }
    return farEnd
  }

  private func forget(_ farEnd: FarEnd, _ cause: Cause) {
    host.cancel(farEnd.timer)
    farEnds[farEnd.call] = nil
    farEnd.isActive = false
    farEnd.isEnded = true
    farEnd.cause = cause
    past.append(farEnd)
    if past.count > maxPast { past.removeFirst() }
  }
}
