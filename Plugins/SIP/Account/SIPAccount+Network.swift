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
    host.cancel(nextTry)
    nextTry = nil
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

  /// Where nobody can listen yet, it is tried again: an address may take its time, and whoever has the port may go.
  func awaitPlace(_ error: TransportError) {
    isActive = true
    let pause = Duration.seconds(2)
    host.line(.down, retryAfter: pause, error: error)
    host.cancel(nextTry)
    nextTry = host.after(pause) { [weak self] in
      guard let self, isActive, stack == nil else { return }
      do throws(TransportError) {
        try activate()
      } catch {
        awaitPlace(error)
      }
    }
  }

  /// The sockets of before are worth nothing, nor are the calls that went over them.
  private func move(to address: String) {
    let error = TransportError(.network, "this machine's address has changed to \(address)", cause: .outOfOrder, domain: "sip")
    for dialog in dialogs.values {
      with(dialog.number) { csip_end($0, dialog.number, nil) }
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
      host.log(.warning, error.message)
      awaitPlace(error)
    }
  }
}
