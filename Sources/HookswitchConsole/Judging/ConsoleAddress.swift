internal import Glibc

/// An error of the console before it serves.
package struct ConsoleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The fault, its place and the advice, without a full stop.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

/// The address at which the console listens: `127.0.0.1:7480`, `[::1]:7480` or `unix:/run/hookswitch/console.sock`.
package struct ConsoleAddress: Equatable, Sendable, CustomStringConvertible {
  /// The usual address.
  package static let usual = "127.0.0.1:7480"

  /// The numeric address; nil for a Unix socket.
  package let host: String?
  /// The port; 0 lets the system choose one.
  package let port: UInt16
  /// The path of the Unix socket.
  package let path: String?

  /// Reads an address.
  ///
  /// - Throws: an error with the expected form.
  package init(_ text: String) throws(ConsoleError) {
    if text.hasPrefix("unix:") {
      (host, port, path) = (nil, 0, String(text.dropFirst(5)))
      guard let path, path.hasPrefix("/"), path.utf8.count <= 100 else {
        throw ConsoleError("\(text) is no path of a Unix socket: write unix: and a path from the root of at most 100 bytes")
      }
      return
    }
    guard let colon = text.lastIndex(of: ":"), let number = UInt16(text[text.index(after: colon)...]) else {
      throw ConsoleError("\(text) is no address: write ADDRESS:PORT, such as \(Self.usual), or unix:PATH")
    }
    var name = String(text[..<colon])
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name == "localhost" { name = "127.0.0.1" }
    var (four, six) = (in_addr(), in6_addr())
    guard inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1 else {
      throw ConsoleError("\(name) is no numeric address: write one such as 127.0.0.1 or [::1]")
    }
    (host, port, path) = (name, number, nil)
  }

  /// True for an address that only this machine reaches.
  package var isLocal: Bool { host.map { $0.hasPrefix("127.") || $0 == "::1" } ?? true }

  /// The address as `init` reads it.
  package var description: String { path.map { "unix:\($0)" } ?? authority(port) }

  /// Returns host and port as they stand in a URL.
  package func authority(_ port: UInt16) -> String {
    guard let host else { return "localhost" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Returns the values of the header Host that name this console.
  ///
  /// A page of another site whose name resolves to this address sends its own name, and is refused.
  package func knownHosts(_ port: UInt16, names: [String]) -> Set<String> {
    var hosts = Set(names.flatMap { [$0.lowercased(), "\($0.lowercased()):\(port)"] })
    guard host != nil else { return hosts.union(["localhost"]) }
    hosts.insert(authority(port))
    if isLocal { hosts.insert("localhost:\(port)") }
    return hosts
  }
}
