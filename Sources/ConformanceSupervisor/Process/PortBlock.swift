#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Ports for one test alone, among all tests of all runs in this network namespace.
///
/// The system cannot reserve ports, so each hundred is locked by the name of a socket, which disappears with its process.
final class PortBlock: Sendable {
  /// Lies below the ports that the system assigns by itself.
  private static let range = 20_000..<32_000
  private static let grain = 100

  /// The first port.
  let first: Int
  private let locks: [Int32]

  /// Takes `count` consecutive ports; nil when so many are not free.
  init?(count: Int) {
    let grains = (count + Self.grain - 1) / Self.grain
    var start = Self.range.lowerBound
    while start + grains * Self.grain <= Self.range.upperBound {
      var locks: [Int32] = []
      while locks.count < grains, let lock = Self.lock(start + locks.count * Self.grain) { locks.append(lock) }
      if locks.count == grains {
        first = start
        self.locks = locks
        return
      }
      for lock in locks { close(lock) }
      start += (locks.count + 1) * Self.grain
    }
    return nil
  }

  deinit { for lock in locks { close(lock) } }

  private static func lock(_ port: Int) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array("\0hookswitch-conform-\(port)".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
