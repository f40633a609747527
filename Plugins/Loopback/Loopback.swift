internal import TransportKit

/// A transport without a network: the numbers of ``NumberPlan`` run scripts, and any other number rings at the instance in this process
/// that owns it.
final class Loopback: Transport {
  static let descriptor = TransportDescriptor(
    id: "org.hookswitch.loopback", name: "Loopback", version: "0.1.0", vendor: "Hookswitch", license: "Apache-2.0",
    handleKinds: ["tel", "generic"])

  let host: Host
  var settings: Settings
  let owner = exchange.newOwner()
  var isActivated = false
  var isRegistered = true
  var legs: [Call: Leg] = [:]
  /// Our ends of circuits to other instances.
  var circuits: [UInt64: Leg] = [:]
  /// The last ended calls whose far end a test controls: the test may still ask for their observation.
  var past = EndedCalls<Leg>()
  /// Calls to us that wait for their time.
  var callBacks: [UInt64: CallBack] = [:]
  var lastCallBack: UInt64 = 0
  /// True from the moment when it has taken calls over until that is settled.
  var hasTaken = false
  var lastGroup = 0

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
    settings = try Settings(configuration)
  }

  func activate() throws(TransportError) {
    try claimNumbers(settings)
    isActivated = true
    describe()
    host.line(isRegistered ? .ready : .down)
  }

  func deactivate() -> Outcome {
    isActivated = false
    exchange.release(owner)
    stopCallBacks()
    return .done
  }

  func reset() {
    for leg in legs.values {
      host.cancel(leg.timer)
      signal(leg, .released(.outOfOrder))
      disconnect(leg)
    }
    legs.removeAll(keepingCapacity: true)
    circuits.removeAll(keepingCapacity: true)
    past.removeAll()
    stopCallBacks()
  }

  func close() {
    exchange.release(owner)
  }

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard isRegistered else {
      throw TransportError(.network, "the line is switched off", cause: .outOfOrder, domain: "loopback")
    }
    guard to.kind != "tel" || isDialable(to.handle) else {
      throw TransportError(.invalid, "not a telephone number: \(to.handle)", cause: .invalidNumber, domain: "loopback")
    }
    if to.handle == NumberPlan.testPeer {
      legs[call] = Leg(call, to.kind, to.handle, .test)
      return .done
    }
    if let entry = entry(for: to.handle) {
      let leg = Leg(call, to.kind, to.handle, .script, steps: entry.script, faults: entry.faults)
      legs[call] = leg
      if entry.faults.contains(.deafToStart) { return .pending }
      host.fulfil(action)
      run(leg)
      return .pending
    }
    if let port = exchange[to.handle] {
      offer(call, to, at: port)
      return .done
    }
    legs[call] = Leg(call, to.kind, to.handle, .script)
    host.fulfil(action)
    hangUp(legs[call], .unallocated)
    return .pending
  }

  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    if leg.isBetweenInstances {
      leg.isActive = true
      signal(leg, .answered(action))
      return .pending
    }
    if leg.faults.contains(.vanished) { return .pending }
    stop(leg)
    leg.isActive = true
    return .done
  }

  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
    guard let leg = legs[call] else { return .done }
    if leg.faults.contains(.deafToEnd), action.id != 0 { return .pending }
    signal(leg, .released(why.cause))
    leg.cause = why.cause
    forget(leg)
    return .done
  }

  func shown(_ call: Call) {
    guard let leg = legs[call] else { return }
    leg.isRinging = true
    signal(leg, .ringing)
  }

  /// Reports the limits of this instance to the host.
  func describe() {
    var limits = ProviderLimits()
    limits.maxCalls = UInt32(settings.maxCalls)
    limits.name = settings.name
    host.provider(limits)
  }

  /// Claims the numbers of these settings; claims none if another instance owns one of them.
  func claimNumbers(_ settings: Settings) throws(TransportError) {
    // Within one process, the former version still owns them.
    if hasTaken { return exchange.take(settings.ownNumbers, for: owner, host.port(to: self)) }
    guard let taken = exchange.claim(settings.ownNumbers, for: owner, host.port(to: self)) else { return }
    throw TransportError(.busy, "the number \(taken) belongs to another loopback in this process", domain: "loopback")
  }

  /// Removes the call, whichever end ended it.
  func forget(_ leg: Leg) {
    stop(leg)
    leave(leg)
    leg.isActive = false
    leg.isEnded = true
    legs[leg.call] = nil
    disconnect(leg)
    if case .test = leg.farEnd { past.keep(leg, of: leg.call) }
  }

  /// Stops the far end's script.
  func stop(_ leg: Leg) {
    host.cancel(leg.timer)
    leg.timer = nil
    leg.next = leg.steps.count
  }

  /// Returns the entry of a number of the plan.
  ///
  /// 55502NN rings for NN seconds, then answers.
  func entry(for number: String) -> NumberPlan.Entry? {
    if let entry = NumberPlan.entries[number] { return entry }
    // Int(_:) would read a sign too.
    guard number.utf8.count == 7, number.hasPrefix("55502"), number.utf8.allSatisfy({ (48...57).contains($0) }),
      let seconds = Int(number.dropFirst(5))
    else { return nil }
    return NumberPlan.Entry(
      does: "rings for \(seconds) s, then answers", script: [.connecting, .ring, .wait(.seconds(seconds)), .answer])
  }

  func isDialable(_ number: String) -> Bool {
    let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "#") }
  }

  private func stopCallBacks() {
    for back in callBacks.values { host.cancel(back.timer) }
    callBacks = [:]
  }
}

/// A call to us that waits for its time.
struct CallBack {
  let kind: String
  let handle: String
  let steps: [Step]
  let timer: Timer
}

/// The owners of the numbers, through which the instances in this process find each other.
let exchange = Registry<String, Port<Loopback>>()
