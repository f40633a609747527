/// The address of a stream: `audiosocket://host:port`, `ws://host:port/path` or `wss://host:port/path`.
struct StreamAddress: Hashable, Sendable, CustomStringConvertible {
  /// The protocols.
  enum Scheme: String, Sendable {
    case audioSocket = "audiosocket"
    case webSocket = "ws"
    case secureWebSocket = "wss"

    /// The default port; AudioSocket has none.
    var port: UInt16? {
      switch self {
      case .audioSocket: nil
      case .webSocket: 80
      case .secureWebSocket: 443
      }
    }
  }

  let scheme: Scheme
  /// A name, an IPv4 address, or an IPv6 address without brackets.
  let host: String
  private(set) var port: UInt16
  /// The path and the query, from the first "/" on.
  let path: String

  /// Reads an address; nil with the reason in `problem` when the text is none.
  ///
  /// - Parameter allowsPortZero: True for an address to listen at, where the system chooses the port 0.
  init(_ text: String, allowsPortZero: Bool = false) throws(StreamAddressError) {
    guard text.utf8.count <= 2_048 else { throw StreamAddressError("an address has at most 2048 bytes") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw StreamAddressError("an address has no spaces or control characters")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
      let scheme = Scheme(rawValue: text[..<colon].lowercased())
    else {
      throw StreamAddressError("an address begins with audiosocket://, ws:// or wss://")
    }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let slash = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let authority = rest[..<slash]
    guard !authority.contains("@") else {
      throw StreamAddressError("an address has no user name or password; give a token instead")
    }
    let (host, port) = try Self.split(authority)
    guard let port = port ?? scheme.port else { throw StreamAddressError("the port is missing: audiosocket://host:port") }
    guard port > 0 || allowsPortZero else { throw StreamAddressError("the port is 0, to which no program can be connected") }
    var path = rest[slash...]
    if let hash = path.firstIndex(of: "#") { path = path[..<hash] }
    if scheme == .audioSocket, !path.isEmpty, path != "/" { throw StreamAddressError("an audiosocket address has no path") }
    (self.scheme, self.host, self.port) = (scheme, host, port)
    self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
  }

  private static func split(_ authority: Substring) throws(StreamAddressError) -> (host: String, port: UInt16?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw StreamAddressError("the bracket of the IPv6 address is not closed") }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw StreamAddressError("a port follows the IPv6 address after a colon") }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
      guard !host.contains(":") else { throw StreamAddressError("an IPv6 address stands in brackets: [::1]") }
    }
    guard !host.isEmpty, host.utf8.count <= 255 else { throw StreamAddressError("the host is missing, or longer than 255 bytes") }
    guard let port else { return (String(host), nil) }
    guard !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port) else {
      throw StreamAddressError("the port \"\(port)\" is no number from 0 to 65535")
    }
    return (String(host), number)
  }

  var isSecure: Bool { scheme == .secureWebSocket }

  /// True for an address of the loopback interface, and for the name "localhost".
  var isLoopback: Bool {
    host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } || host == "::1" || host == "localhost"
  }

  /// Returns the address with another port.
  func at(_ port: UInt16) -> StreamAddress {
    var address = self
    address.port = port
    return address
  }

  /// The address as a URL.
  var description: String { "\(scheme.rawValue)://\(authority)\(path)" }

  /// The host with its port.
  var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The problem of a stream's address.
struct StreamAddressError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
