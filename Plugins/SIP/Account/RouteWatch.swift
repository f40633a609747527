internal import CSIPStack
internal import Glibc
internal import TransportKit

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
