import Foundation
import Glibc

/// The far end of the fixture's network: a UDP socket on the loopback interface.
final class FarSocket: Sendable {
  private let socket: CInt
  private let port: UInt16

  /// Makes a socket that talks to that port.
  init(to port: UInt16) throws {
    self.port = port
    socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var own = Self.address(0)
    let isBound = withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard socket >= 0, isBound == 0 else { throw Workshop.Failure(text: "no socket") }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  /// Sends a datagram.
  func send(_ text: String) {
    var far = Self.address(port)
    _ = withUnsafePointer(to: &far) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(socket, text, text.utf8.count, CInt(MSG_NOSIGNAL), $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Waits for a datagram, in words: what, which call, and the number of the process; empty after ten seconds.
  func hear() -> [String] {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count <= 0 ? [] : String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// Sends a datagram and waits for the answer.
  func ask(_ text: String) -> [String] {
    send(text)
    return hear()
  }
}
