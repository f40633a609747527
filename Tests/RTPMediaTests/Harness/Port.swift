import Glibc

/// A datagram port on the loopback for the test, chosen by the system; closed with the object.
final class Port {
  let descriptor: CInt
  let number: UInt16

  /// - Parameter host: The last number of 127.0.0.x.
  init(host: UInt32 = 1) throws {
    let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(0, host: host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard descriptor >= 0, isBound else { throw PortError(code: errno) }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8], to port: UInt16) {
    var address = Self.address(port)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Returns the next datagram; nil when there is none.
  func receive() -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2_048) { room in
      let count = recv(descriptor, room.baseAddress, room.count, 0)
      return count < 0 ? nil : Array(room[..<count])
    }
  }

  /// Returns all waiting datagrams.
  func receiveAll() -> [[UInt8]] {
    var all: [[UInt8]] = []
    while let datagram = receive() { all.append(datagram) }
    return all
  }

  private static func address(_ port: UInt16, host: UInt32 = 1) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0000 + host).bigEndian
    return address
  }
}

/// The system gave no port.
struct PortError: Error {
  var code: CInt
}
