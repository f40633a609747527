internal import Glibc

/// This machine's address as other machines see it.
enum LocalAddress {
  /// The source address of datagrams to a server; nil without a route.
  ///
  /// Sends nothing, and does not look up names: for a name it takes the route to a public address.
  static func toward(_ server: String) -> String? {
    let host = host(of: server)
    for (address, family) in [(host, host.contains(":") ? AF_INET6 : AF_INET), ("192.0.2.1", AF_INET), ("2001:db8::1", AF_INET6)] {
      if let found = source(address, family) { return found }
    }
    return nil
  }

  /// Returns true for a numeric IPv4 or IPv6 address.
  static func isNumeric(_ text: String) -> Bool {
    var room = in6_addr()
    return [AF_INET, AF_INET6].contains { inet_pton($0, text, &room) == 1 }
  }

  /// Removes the port and the brackets.
  private static func host(of server: String) -> String {
    if server.hasPrefix("[") { return String(server.dropFirst().prefix { $0 != "]" }) }
    return String(server.prefix { $0 != ":" })
  }

  private static func source(_ host: String, _ family: Int32) -> String? {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "5060", &hints, &found) == 0, let target = found else { return nil }
    defer { freeaddrinfo(found) }
    let file = socket(family, Int32(SOCK_DGRAM.rawValue), 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard connect(file, target.pointee.ai_addr, target.pointee.ai_addrlen) == 0 else { return nil }
    var storage = sockaddr_storage()
    var bytes = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = withUnsafeMutableBytes(of: &storage) { room -> Int32 in
      guard let place = room.baseAddress?.assumingMemoryBound(to: sockaddr.self), getsockname(file, place, &bytes) == 0 else { return -1 }
      return getnameinfo(place, bytes, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    }
    return status == 0 ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
