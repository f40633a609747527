import Glibc

/// Finds a free UDP port of 127.0.0.1.
enum FreePort {
  static func next() -> UInt16 {
    let socket = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var bytes = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(socket, address, bytes)
        getsockname(socket, address, &bytes)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
  }
}
