import Foundation
import Locking

/// Ports that the system has free.
enum FreePort {
  /// A port of 127.0.0.1 that is free for UDP and TCP, each time another; the three above it are free for UDP.
  ///
  /// Below those that the system hands out by itself: what it has free there is soon somebody else's.
  static func next() -> UInt16 {
    while true {
      let port = fours.withLock { next in
        next = next < 16_380 ? next + 4 : 10_000
        return next
      }
      if bound(Int32(SOCK_STREAM.rawValue), port) != nil, (0...3).allSatisfy({ bound(Int32(SOCK_DGRAM.rawValue), port + $0) != nil }) {
        return port
      }
    }
  }

  private static let fours = Locked(UInt16.random(in: 2_500...4_000) * 4)

  /// Whether somebody has this port of 127.0.0.1 for UDP, or listens there for TCP.
  static func isTaken(_ port: UInt16) -> Bool {
    ["udp", "tcp"].contains { name in
      // Read to its end: a file of the kernel's has no size to go by.
      let table = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/\(name)")).readToEnd()
      return String(decoding: table ?? Data(), as: UTF8.self).contains("0100007F:" + String(format: "%04X", Int(port)) + " ")
    }
  }

  /// The port, if a socket can have it.
  private static func bound(_ type: Int32, _ port: UInt16) -> UInt16? {
    let fd = socket(AF_INET, type, 0)
    defer { close(fd) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), bind(fd, place, size) == 0,
        getsockname(fd, place, &size) == 0
      else { return nil }
      return UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
    }
  }
}
