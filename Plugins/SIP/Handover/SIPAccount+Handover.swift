internal import CSIPStack
internal import TransportKit

/// The sockets of an account go to a new version of the plugin; its calls stay until they end.
///
/// Accounts at one place share the stack: all of them move, and one of them, the carrier, has the stack's sockets in its parcel.
extension SIPAccount: HandoverTransport {
  static let handoverWays: Set<HandoverWay> = [.sockets]
  static let handoverFormat: UInt32 = 1

  func prepare(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    // Without sockets it is about to listen again.
    guard let stack else { throw TransportError(.busy, "the account has no sockets now", domain: "sip") }
    try HandedPlace.write(settings.place.host, stack, carries: stack.beCarried(by: number), to: parcel)
  }

  func give(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {
    guard let stack else { throw TransportError(.busy, "the account has no sockets now", domain: "sip") }
    guard stack.carrier == number else { return }
    guard let link = parcel.link else {
      throw TransportError(.notSupported, "the host gives no socket to the other version", domain: "sip")
    }
    parcel.write(try stack.give(link))
  }

  func take(_ way: HandoverWay, _ parcel: ParcelReader) throws(TransportError) {
    let place = try HandedPlace(parcel)
    try parcel.check(
      place.host == settings.place.host && [0, place.port].contains(settings.place.port),
      "the other version listens at \(place.host):\(place.port), and this one at \(settings.place)")
    if let sockets = place.sockets { SIPStack.inherit(sockets, at: settings.place) }
    handover = .taking
  }

  func settle(_ outcome: HandoverOutcome, as side: HandoverSide) {
    switch (side, outcome) {
    case (.new, .taken):
      handover = .outside
      stack?.settle(CSIP_TAKEN)
      register()
    case (.new, .alone): stack?.settle(CSIP_ALONE)
    case (.new, .refused): break
    case (.old, .taken):
      handover = .draining
      leaveRegistrar()
      if stack?.carrier == number { stack?.settle(CSIP_TAKEN) }
    case (.old, .refused), (.old, .alone): resume()
    }
  }

  /// Goes on as the account's only version.
  private func resume() {
    if let stack, stack.carrier == number {
      stack.settle(CSIP_REFUSED_HANDOVER)
      stack.carrier = nil
    }
    guard handover == .draining else { return }
    handover = .outside
    watchNetwork()
    register()
  }

  /// Drops the registration without a message: the new version registers the same Contact, which an un-REGISTER would remove.
  private func leaveRegistrar() {
    unwatchNetwork()
    host.cancel(registration.retry)
    registration.retry = nil
    if registration.dialog != 0 { with { csip_forget($0, registration.dialog) } }
    (registration.dialog, registration.isUp, registration.isLeaving) = (0, false, false)
  }
}

/// The part of an account in a handover.
enum HandoverPart {
  case outside
  /// It has read the other version's parcel, and sends nothing yet.
  case taking
  /// Another version has the sockets and the registration; this one keeps its calls until they end.
  case draining
}
