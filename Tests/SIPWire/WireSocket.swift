import Glibc

/// A test's socket, for datagrams or a stream, at an address of this machine.
package final class WireSocket {
  struct Failed: Error {
    var step: String
    var number = errno
  }

  private var fd: Int32
  package let address: String
  package private(set) var port: UInt16 = 0
  private let isStream: Bool
  private var pending: [UInt8] = []

  /// Opens a datagram socket at this address; port 0: a free one.
  package init(from address: String = "127.0.0.1", port: UInt16 = 0) throws {
    let fd = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.fd = fd
    self.address = address
    isStream = false
    guard Self.with(address, port, { bind(fd, $0, $1) }) == 0 else { throw Failed(step: "bind \(address):\(port)") }
    var room: Int32 = 1 << 20
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    self.port = Self.ownPort(fd)
  }

  /// Opens a stream from this address to a port of 127.0.0.1.
  package init(streamTo port: UInt16, from address: String = "127.0.0.1") throws {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.fd = fd
    self.address = address
    isStream = true
    guard Self.with(address, 0, { bind(fd, $0, $1) }) == 0 else { throw Failed(step: "bind") }
    guard Self.with("127.0.0.1", port, { connect(fd, $0, $1) }) == 0 else { throw Failed(step: "connect") }
    self.port = Self.ownPort(fd)
  }

  /// Opens a socket at a port of 127.0.0.1 that accepts datagrams or connections, and never reads them.
  package init(deafAt port: UInt16, isStream: Bool) throws {
    let fd = socket(AF_INET, Int32((isStream ? SOCK_STREAM : SOCK_DGRAM).rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.fd = fd
    self.isStream = isStream
    self.port = port
    address = "127.0.0.1"
    guard Self.with(address, port, { bind(fd, $0, $1) }) == 0 else { throw Failed(step: "bind \(port)") }
    if isStream, listen(fd, 8) != 0 { throw Failed(step: "listen") }
  }

  deinit {
    close(fd)
  }

  /// Closes the socket: datagrams to it cause ICMP errors, as after a crash.
  package func vanish() {
    close(fd)
    fd = -1
  }

  /// Sends; returns false when the system does not take it, also because the far end does not read.
  @discardableResult
  package func send(_ bytes: [UInt8], to port: UInt16 = 0) -> Bool {
    if isStream { return Glibc.send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count }
    return Self.with("127.0.0.1", port) { sendto(fd, bytes, bytes.count, 0, $0, $1) } == bytes.count
  }

  @discardableResult
  package func send(_ text: String, to port: UInt16 = 0) -> Bool { send(Array(text.utf8), to: port) }

  /// Returns the next datagram, or the next whole message of a stream; nil when the time is over, or the stream has ended.
  package func receive(within seconds: Double) -> Reply? {
    let deadline = Deadline(seconds)
    while true {
      if isStream, let message = nextInStream() { return message }
      var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.left) > 0, let bytes = read() else { return nil }
      if !isStream { return Reply(bytes) }
      pending += bytes
    }
  }

  /// Returns the next bytes; nil when the time is over.
  package func receiveBytes(within seconds: Double) -> [UInt8]? {
    var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Deadline(seconds).left) > 0 ? read() : nil
  }

  private func read() -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 65536)
    let count = recv(fd, &room, room.count, 0)
    return count > 0 ? Array(room[..<count]) : nil
  }

  /// Returns true when the other side has closed the stream, or does within the time.
  package func closes(within seconds: Double) -> Bool {
    let deadline = Deadline(seconds)
    var room = [UInt8](repeating: 0, count: 65536)
    repeat {
      var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, deadline.left) > 0, recv(fd, &room, room.count, 0) <= 0 { return true }
    } while !deadline.isOver
    return false
  }

  private func nextInStream() -> Reply? {
    let text = String(decoding: pending, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let header = Reply(Array(text[..<end.upperBound].utf8))
    let length = header.headers(["content-length", "l"]).first.flatMap { Int($0) } ?? 0
    let count = text[..<end.upperBound].utf8.count + length
    guard pending.count >= count else { return nil }
    defer { pending.removeFirst(count) }
    return Reply(Array(pending[..<count]))
  }

  private static func ownPort(_ fd: Int32) -> UInt16 {
    var own = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &own) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(fd, $0, &size) } }
    return UInt16(bigEndian: own.sin_port)
  }

  private static func with<Result>(_ address: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &place.sin_addr)
    return withUnsafePointer(to: place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
