/// The service records of a name server.
struct NameRecords: Sendable {
  /// A NAPTR record of a domain: the transport and the name of its service (RFC 3263 section 4.1).
  struct Pointer: Sendable {
    var kind: String
    var service: String

    init(_ kind: String, _ service: String) {
      self.kind = kind
      self.service = service
    }
  }

  /// The ports of services such as `_sip._udp.example.org`, highest priority first.
  var services: [String: [UInt16]] = [:]
  /// The NAPTR records of domains, best first.
  var pointers: [String: [Pointer]] = [:]

  /// Returns the data of all records of a kind (RFC 1035 section 3.2.1).
  func data(_ kind: NameQuestion.Kind?, of name: String) -> [[UInt8]] {
    switch kind {
    case .address where !name.hasPrefix("_"): [[127, 0, 0, 1]]
    // Priority, weight, port and host (RFC 2782).
    case .service:
      (services[name] ?? []).enumerated().map {
        [0, UInt8($0 + 1), 0, 1, UInt8($1 >> 8), UInt8($1 & 255)] + Self.labels("host.example.org")
      }
    // Order, preference, flags, service, an empty expression and the replacement (RFC 3403).
    case .pointer:
      (pointers[name] ?? []).enumerated().map {
        [0, UInt8($0 + 1), 0, 1] + Self.text("s") + Self.text($1.kind) + [0] + Self.labels($1.service)
      }
    default: []
    }
  }

  private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
  private static func labels(_ name: String) -> [UInt8] { name.split(separator: ".").flatMap { text(String($0)) } + [0] }
}
