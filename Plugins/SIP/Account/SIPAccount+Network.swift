internal import CSIPStack
internal import TransportKit

extension SIPAccount {
  /// From now on a change of the way to the registrar is noticed.
  func watchNetwork() {
    guard !settings.registrar.isEmpty || settings.followsRoute else { return }
    routeWatch = RouteWatch(host) { [weak self] in self?.networkChanged() }
    localAddress = settings.followsRoute ? settings.place.host : LocalAddress.toward(settings.server)
    // It may have changed since the settings were read.
    if settings.followsRoute { host.after(.zero) { [weak self] in self?.networkChanged() } }
  }

  func unwatchNetwork() {
    routeWatch?.end()
    routeWatch = nil
  }

  /// We may be seen under another address: the registrar is told, and where the account goes along, the stack listens there.
  private func networkChanged() {
    let address = LocalAddress.toward(settings.server)
    guard let address, address != localAddress, stack != nil else { return }
    host.log(.info, "the way to \(settings.server) leads from \(address) now, no longer from \(localAddress ?? "nowhere")")
    localAddress = address
    if settings.followsRoute, settings.place.host != address { move(to: address) } else { sendRegister() }
  }

  /// The sockets of before are worth nothing, nor are the calls that went over them.
  private func move(to address: String) {
    let error = TransportError(.network, "this machine's address has changed to \(address)", cause: .outOfOrder, domain: "sip")
    for dialog in dialogs.values {
      with { csip_end($0, dialog.number, nil) }
      forget(dialog)
      host.ended(dialog.call, .failed, error)
    }
    // Whether the old sockets are closed yet is of no interest to the new ones.
    _ = deactivate()
    registration.dialog = 0
    settings.place.host = address
    do {
      try activate()
    } catch {
      isActive = true
      host.line(.down, error: error)
    }
  }
}
