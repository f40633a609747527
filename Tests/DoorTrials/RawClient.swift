internal import Glibc
package import StrictJSON

/// A client that writes and reads bytes as they are, for lines that `SocketClient` would never send.
///
/// One thread at a time uses it.
package final class RawClient {
  private var descriptor: CInt
  private var received: [UInt8] = []

  /// Connects to a socket; nil when nothing listens there.
  ///
  /// - Parameter path: the socket.
  package init?(_ path: String) {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let connected = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
    if !connected {
      Glibc.close(descriptor)
      return nil
    }
  }

  deinit { close() }

  /// Closes the connection.
  package func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Ends the sending direction.
  package func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Sends bytes, and returns how many the host took within the time.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - milliseconds: the longest wait for the host to take more.
  @discardableResult
  package func send(_ bytes: [UInt8], milliseconds: Int32 = 20_000) -> Int {
    var sent = 0
    while sent < bytes.count {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&wanted, 1, milliseconds) > 0 else { break }
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      if count <= 0 { break }
      sent += count
    }
    return sent
  }

  /// Sends a text and a line feed.
  ///
  /// - Parameter text: the text.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8) + [10]) == text.utf8.count + 1 }

  /// Returns the next line; nil at the end of the connection, or when none comes in time.
  ///
  /// - Parameter milliseconds: the longest wait.
  package func line(milliseconds: Int32 = 20_000) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let end = received.firstIndex(of: 10) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        return line
      }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, milliseconds) > 0 else { return nil }
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      received += bytes[..<count]
    }
  }

  /// Returns the next line as JSON; nil at the end, or when none comes in time.
  ///
  /// - Parameter milliseconds: the longest wait.
  package func message(milliseconds: Int32 = 20_000) -> JSONValue? {
    line(milliseconds: milliseconds).flatMap { try? JSONReader.read(Array($0.utf8)) }
  }

  /// Returns true when the host has closed the connection; it passes over all lines before.
  ///
  /// - Parameter milliseconds: the longest wait for each line.
  package func isClosed(milliseconds: Int32 = 20_000) -> Bool {
    while line(milliseconds: milliseconds) != nil {}
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK))
    return count == 0 || count < 0 && errno == ECONNRESET
  }
}
