internal import CSIPStack
internal import Glibc
internal import TransportKit

extension SIPAccount {
  /// Begins to watch the route to the registrar.
  func watchNetwork() {
    guard !settings.registrar.isEmpty || settings.followsRoute else { return }
    routeWatch = RouteWatch(host) { [weak self] in self?.networkChanged() }
    localAddress = settings.followsRoute ? settings.place.host : LocalAddress.toward(settings.server)
    // The route may have changed since the settings were read.
    if settings.followsRoute { host.after(.zero) { [weak self] in self?.networkChanged() } }
  }

  func unwatchNetwork() {
    host.cancel(nextTry)
    nextTry = nil
    routeWatch?.end()
    routeWatch = nil
  }

  /// Reacts to a change of our address: registers again, or moves the stack there when the account follows the route.
  private func networkChanged() {
    let address = LocalAddress.toward(settings.server)
    guard let address, address != localAddress, stack != nil else { return }
    host.log(.info, "the local address towards \(settings.server) is \(address) now, and was \(localAddress ?? "unknown") before")
    localAddress = address
    if settings.followsRoute, settings.place.host != address { move(to: address) } else { sendRegister() }
  }

  /// Retries to listen, because a new address may not be ready yet or another program may release the port.
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

  /// Moves the account to a new address; ends its calls, whose old sockets no longer work.
  private func move(to address: String) {
    let error = TransportError(.network, "this machine's address has changed to \(address)", cause: .outOfOrder, domain: "sip")
    for dialog in dialogs.values {
      with(dialog.number) { csip_end($0, dialog.number, nil) }
      forget(dialog)
      host.ended(dialog.call, .failed, error)
    }
    // The new sockets need not wait until the old ones are closed.
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

/// Watches the addresses and routes of this machine.
final class RouteWatch {
  private let host: Host
  private let socket: Int32
  private var pause: Timer?

  /// Calls `body` on the loop, at most once a second, after changes; nil when the system does not report them.
  init?(_ host: Host, _ body: @escaping () -> Void) {
    socket = csip_routes_open()
    self.host = host
    guard socket >= 0 else { return nil }
    guard host.watch(socket, .read, { [weak self] _ in self?.changed(body) }) else {
      close(socket)
      return nil
    }
  }

  /// Stops watching.
  func end() {
    host.cancel(pause)
    host.unwatch(socket)
    close(socket)
  }

  private func changed(_ body: @escaping () -> Void) {
    var room = [UInt8](repeating: 0, count: 8192)
    while recv(socket, &room, room.count, 0) > 0 {}
    guard pause == nil else { return }
    pause = host.after(.seconds(1)) { [weak self] in
      self?.pause = nil
      body()
    }
  }
}
