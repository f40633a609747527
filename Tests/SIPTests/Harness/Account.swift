import Hookswitch
import TransportLoader

/// A provider of the SIP transport, with its settings.
struct Account: Sendable {
  /// A setting's value, for JSON.
  enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
  {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([String])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .truth(value) }
    init(arrayLiteral values: String...) { self = .list(values) }

    var json: String {
      switch self {
      case .text(let text): "\"\(text)\""
      case .number(let number): "\(number)"
      case .truth(let truth): "\(truth)"
      case .list(let texts): "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      }
    }
  }

  var name: ProviderID
  var settings: [String: Value]
  /// The account's secrets by name.
  var secrets: [String: String]
  /// The listening port.
  let port: UInt16

  /// Makes an account at a free port, or at the port of another account, whose sockets it shares.
  init(_ name: ProviderID = "sip", port: UInt16? = nil, _ settings: [String: Value] = [:], secrets: [String: String] = [:]) {
    self.name = name
    self.secrets = secrets
    self.port = port ?? FreePort.next()
    self.settings = settings.merging(["port": .number(Int(self.port))]) { own, _ in own }
  }

  /// The transport's settings, with the secrets.
  var transport: TransportSettings {
    var settings = TransportSettings()
    let variables = Dictionary(secrets.map { ("HOOKSWITCH_SECRET_" + $0.key.uppercased(), $0.value) }) { $1 }
    settings.secrets = SecretStore(folder: nil) { variables[$0] }
    return settings
  }

  /// The configuration as JSON.
  var configuration: String { "{" + settings.map { "\"\($0)\": \($1.json)" }.sorted().joined(separator: ", ") + "}" }
}
