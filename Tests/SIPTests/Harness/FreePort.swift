import Foundation
import Locking

/// Finds free ports.
enum FreePort {
  /// Returns a new port of 127.0.0.1 that is free for UDP and TCP; the next three are free for UDP.
  ///
  /// The ports are below the system's ephemeral range, whose free ports other programs may take at any time.
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

  /// Returns true when the port of 127.0.0.1 is in use for UDP, or listens for TCP.
  static func isTaken(_ port: UInt16) -> Bool {
    ["udp", "tcp"].contains { name in
      // Read to the end: a kernel file reports no size.
      let table = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/\(name)")).readToEnd()
      return String(decoding: table ?? Data(), as: UTF8.self).contains("0100007F:" + String(format: "%04X", Int(port)) + " ")
    }
  }

  /// Returns the port if a socket can bind it.
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
