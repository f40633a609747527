import Foundation

/// Ports that the system has free.
enum FreePort {
  /// A port that is free for UDP and for TCP at 127.0.0.1.
  ///
  /// It is the system's next one, not kept: the system hands out the others of its range before it comes to this one again.
  static func next() -> UInt16 {
    while true {
      guard let port = bound(Int32(SOCK_STREAM.rawValue), 0), bound(Int32(SOCK_DGRAM.rawValue), port) != nil else { continue }
      return port
    }
  }

  /// Whether somebody has this port of 127.0.0.1 for UDP.
  static func isTaken(_ port: UInt16) -> Bool {
    // Read to its end: a file of the kernel's has no size to go by.
    let table = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/udp")).readToEnd()
    return String(decoding: table ?? Data(), as: UTF8.self).contains("0100007F:" + String(format: "%04X", Int(port)) + " ")
  }

  /// The port that a socket got which asked for `port`, or with 0 for any; nil when it got none.
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
