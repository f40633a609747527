internal import CSIPStack
internal import TransportKit

extension SIPAccount: ConfigurableTransport {
  static var configurationSchema: String { Settings.schema }

  /// What is said of a call counts from the next one on, what is said of us at once; to listen elsewhere there must be no call.
  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
    let new = try Settings(configuration)
    if !isActive {
      settings = new
    } else if stack != nil, new.place == settings.place {
      adopt(new)
    } else {
      try relocate(new)
    }
    return .done
  }

  /// Is somebody else at the sockets that we have.
  private func adopt(_ new: Settings) {
    let old = settings
    settings = new
    if new.user != old.user { beReached() }
    for peer in old.trustedPeers.subtracting(new.trustedPeers) { with { csip_distrust($0, peer) } }
    for peer in new.trustedPeers.subtracting(old.trustedPeers) { with { csip_trust($0, peer) } }
    guard !new.registers(as: old) else { return }
    unwatchNetwork()
    watchNetwork()
    registerAnew(after: old)
  }

  /// Listens elsewhere, or otherwise at the same place; where that cannot be, all is as it was.
  private func relocate(_ new: Settings) throws(TransportError) {
    let change = settings.place.difference(from: new.place)?.setting ?? "port"
    guard calls.isEmpty else {
      throw TransportError(.invalid, "configuration: /\(change) cannot change while there are calls: end them first", domain: "sip")
    }
    let old = settings
    do {
      // Nothing is given up before it is sure that the new place can be had, unless it is our own.
      let reserved = new.place.meets(old.place) ? nil : try SIPStack.at(new.place, isTraced: host.wantsWire)
      defer { if let reserved, reserved.leave(host.port(to: self)) { reserved.finish() } }
      rest()
      settings = new
      try activate()
    } catch {
      if !isActive { restore(old) }
      let isNamed = error.code == .invalid
      throw isNamed ? error : TransportError(.invalid, "configuration: /\(change) cannot be so: \(error.message)", domain: "sip")
    }
  }

  private func restore(_ old: Settings) {
    settings = old
    do {
      try activate()
    } catch {
      awaitPlace(error)
    }
  }

  /// Leaves the sockets and the registrar; the line is still wanted as before.
  private func rest() {
    _ = deactivate()
    let isWanted = registration.isWanted
    host.cancel(registration.retry)
    registration = Registration()
    registration.isWanted = isWanted
  }
}

extension Settings {
  /// Whether a registrar would see no difference.
  func registers(as other: Settings) -> Bool {
    uri == other.uri && displayName == other.displayName && registrar == other.registrar && expires == other.expires
      && keepAlive == other.keepAlive && contacts == other.contacts && proxy == other.proxy && authUser == other.authUser
      && realm == other.realm && answersWithoutQOP == other.answersWithoutQOP && secret == other.secret
      && followsRoute == other.followsRoute
  }
}
