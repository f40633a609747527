internal import CSIPStack
internal import TransportKit

extension SIPAccount: ConfigurableTransport {
  static var configurationSchema: String { Settings.schema }

  /// Applies other settings: those of a call from the next call on, those of the account at once.
  ///
  /// Active calls keep their sockets.
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

  /// Takes over settings that keep the same sockets.
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

  /// Moves to other sockets, or to others at the same port; on failure restores the old settings.
  private func relocate(_ new: Settings) throws(TransportError) {
    let change = settings.place.difference(from: new.place)?.setting ?? "port"
    guard calls.isEmpty else { return try moveOn(to: new, change) }
    let old = settings
    do {
      // Give up nothing before the new sockets are open, unless the old ones are in their way.
      let reserved = new.place.meets(old.place) ? nil : try SIPStack.at(new.place, for: number, isTraced: host.wantsWire)
      defer { if let reserved, reserved.leave(listener) { reserved.finish() } }
      rest()
      settings = new
      try activate()
    } catch {
      if !isActive { restore(old) }
      let isNamed = error.code == .invalid
      throw isNamed ? error : TransportError(.invalid, "configuration: /\(change) is not possible: \(error.message)", domain: "sip")
    }
  }

  /// Listens on other sockets while active calls keep the old ones.
  ///
  /// Those calls' far ends know no other Contact, and might refuse a re-INVITE with a new one. The old sockets are closed after the last of
  /// the calls.
  private func moveOn(to new: Settings, _ change: String) throws(TransportError) {
    guard let old = stack, !new.place.meets(settings.place) else {
      throw TransportError(
        .invalid, "configuration: /\(change) cannot change at the same port while there are calls: end them first, or give another /port",
        domain: "sip")
    }
    let fresh: SIPStack
    do {
      fresh = try SIPStack.at(new.place, for: number, isTraced: host.wantsWire)
    } catch {
      throw error.code == .invalid
        ? error : TransportError(.invalid, "configuration: /\(change) is not possible: \(error.message)", domain: "sip")
    }
    unwatchNetwork()
    unregister()
    let isWanted = registration.isWanted
    registration = Registration()
    registration.isWanted = isWanted
    for dialog in dialogs.keys where former[dialog] == nil { former[dialog] = old }
    defer { if !former.values.contains(where: { $0 === old }) { leave(old) } }
    // The old stack now takes none of our calls, and reports only on those that it has.
    old.events.routes.release(UInt64(number))
    old.events.routes.take([.account(number)], for: UInt64(number), listener)
    for peer in settings.trustedPeers { with { csip_distrust($0, peer) } }
    stack = fresh
    settings = new
    beReached()
    for peer in settings.trustedPeers { with { csip_trust($0, peer) } }
    watchNetwork()
    register()
  }

  /// Leaves a former stack when its last dialog of this account is gone.
  func leaveFormer(of dialog: UInt64) {
    guard let old = former.removeValue(forKey: dialog), !former.values.contains(where: { $0 === old }) else { return }
    leave(old)
  }

  /// Leaves all former stacks of the account.
  func leaveAllFormer() {
    var left: [SIPStack] = []
    for old in former.values where !left.contains(where: { $0 === old }) { left.append(old) }
    former = [:]
    for old in left { leave(old) }
  }

  private func leave(_ old: SIPStack) {
    // It may have become the account's current stack again.
    if old !== stack { old.events.routes.release(UInt64(number)) }
    guard old.leave(listener) else { return }
    closing?.finish()
    closing = old
  }

  private func restore(_ old: Settings) {
    settings = old
    do {
      try activate()
    } catch {
      awaitPlace(error)
    }
  }

  /// Leaves the sockets and the registrar, but remembers if the line is wanted.
  private func rest() {
    _ = deactivate()
    let isWanted = registration.isWanted
    host.cancel(registration.retry)
    registration = Registration()
    registration.isWanted = isWanted
  }
}

extension Settings {
  /// Returns true when a registrar would see no difference.
  func registers(as other: Settings) -> Bool {
    uri == other.uri && displayName == other.displayName && registrar == other.registrar && expires == other.expires
      && keepAlive == other.keepAlive && contacts == other.contacts && proxy == other.proxy && authUser == other.authUser
      && realm == other.realm && answersWithoutQOP == other.answersWithoutQOP && secret == other.secret
      && followsRoute == other.followsRoute
  }
}
