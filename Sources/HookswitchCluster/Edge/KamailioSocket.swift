internal import Glibc
internal import Locking
internal import TransportLoader

/// The way to one Kamailio: the datagram socket of its module jsonrpcs.
///
/// A socket that is connected takes datagrams from Kamailio alone, and learns at the next send that Kamailio has gone.
final class KamailioSocket: Sendable {
  private let descriptor: CInt
  private let end: EventDescriptor

  /// The longest answer, in bytes: Kamailio's socket sends no longer datagram.
  private static let longest = 1 << 18

  /// Connects to a socket.
  ///
  /// - Parameter hear: called for each datagram on the socket's own thread.
  /// - Throws: the reason as text.
  init(path: String, _ hear: @escaping @Sendable ([UInt8]) -> Void) throws(KamailioSocketError) {
    guard let end = EventDescriptor() else { throw KamailioSocketError(text: "no file descriptor is left") }
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    self.end = end
    guard descriptor >= 0 else { throw KamailioSocketError(text: Self.text(errno)) }
    // A bind without a path gives an abstract name, which leaves no file behind.
    var own = sockaddr()
    own.sa_family = sa_family_t(AF_UNIX)
    guard bind(descriptor, &own, socklen_t(MemoryLayout<sa_family_t>.size)) == 0, Self.connect(descriptor, path) == 0 else {
      let text = Self.text(errno)
      close(descriptor)
      throw KamailioSocketError(text: text)
    }
    let (descriptor, number) = (descriptor, end.number)
    let isStarted = OSThread.start("edge-rpc") { [end] in
      Self.read(descriptor, until: number, hear)
      close(descriptor)
      withExtendedLifetime(end) {}
    }
    guard isStarted else {
      close(descriptor)
      throw KamailioSocketError(text: "the system has no thread left")
    }
  }

  /// Ends the thread, which closes the socket.
  func stop() { end.signal() }

  /// Sends a request.
  ///
  /// - Returns: the reason why it could not be sent; nil for one that was.
  func send(_ bytes: [UInt8]) -> String? {
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    if count == bytes.count { return nil }
    // A full queue: the request is sent again after its time.
    return errno == EAGAIN ? nil : Self.text(errno)
  }

  private static func connect(_ descriptor: CInt, _ path: String) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func read(_ descriptor: CInt, until end: CInt, _ hear: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: longest)
    while true {
      var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
      _ = poll(&waits, 2, -1)
      if waits[1].revents != 0 { return }
      guard waits[0].revents != 0 else { continue }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        hear(Array(buffer[..<count]))
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        // The peer's end; the next send tells of it.
        var wait = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, 50) > 0 { return }
      }
    }
  }

  private static func text(_ code: CInt) -> String { String(cString: strerror(code)) }
}

/// The reason why a socket cannot be used.
struct KamailioSocketError: Error {
  let text: String
}
