import Glibc

/// Counts descriptors of this process.
enum SocketCount {
  /// The number of descriptors whose socket is bound to a port and not connected.
  static func bound(to port: UInt16) -> Int {
    (0..<4096).count { file in
      var address = sockaddr_in()
      var bytes = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(file), $0, &bytes) }
      }
      return status == 0 && address.sin_family == sa_family_t(AF_INET) && address.sin_port == port.bigEndian
    }
  }
}
