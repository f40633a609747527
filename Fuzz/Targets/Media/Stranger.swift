#if HOOKSWITCH_SIP
  internal import Glibc

  /// A UDP socket at an address that no description contains.
  final class Stranger {
    private let descriptor: CInt

    /// Opens the socket.
    ///
    /// - Parameter host: The last number of 127.0.0.x.
    init?(host: UInt32) {
      descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      var address = Self.address(0, host)
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
      }
      if !isBound { return nil }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8], to port: UInt16) {
      var address = Self.address(port, 1)
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }

    /// Returns the first byte of the next received datagram; nil when there is none.
    func next() -> UInt8? {
      var first: UInt8 = 0
      return recv(descriptor, &first, 1, 0) == 1 ? first : nil
    }

    private static func address(_ port: UInt16, _ host: UInt32) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = (0x7f00_0000 + host).bigEndian
      return address
    }
  }
#endif
