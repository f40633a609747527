/// What a name server knows beside addresses.
struct NameRecords: Sendable {
  /// How a domain is to be reached, and by the service of which name (RFC 3263 section 4.1).
  struct Pointer: Sendable {
    var kind: String
    var service: String

    init(_ kind: String, _ service: String) {
      self.kind = kind
      self.service = service
    }
  }

  /// The ports of services such as `_sip._udp.example.org`, the ones to try first in front.
  var services: [String: [UInt16]] = [:]
  /// The pointers of domains, the ones to follow first in front.
  var pointers: [String: [Pointer]] = [:]

  /// The data of all records of that kind (RFC 1035 section 3.2.1).
  func data(_ kind: NameQuestion.Kind?, of name: String) -> [[UInt8]] {
    switch kind {
    case .address where !name.hasPrefix("_"): [[127, 0, 0, 1]]
    // Priority, weight, port, and the host behind it (RFC 2782).
    case .service:
      (services[name] ?? []).enumerated().map {
        [0, UInt8($0 + 1), 0, 1, UInt8($1 >> 8), UInt8($1 & 255)] + Self.labels("host.example.org")
      }
    // Order, preference, flags, service, no expression, and what is to be looked for next (RFC 3403).
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
