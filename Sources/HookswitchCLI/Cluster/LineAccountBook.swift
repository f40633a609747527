#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import HookswitchCore
  internal import HostConfiguration
  internal import Locking
  internal import StrictJSON

  /// The accounts of lines as this node's configuration and the cluster name them, by the provider's id.
  final class LineAccountBook: Sendable {
    private let accounts = Locked<[String: RunConfig.Account]>([:])

    /// Returns an account by its provider's id.
    func account(_ id: String) -> RunConfig.Account? { accounts.withLock { $0[id] } }

    /// Takes accounts of one line, and returns them as the plan knows them.
    func take(_ list: [RunConfig.Account]) -> [LineAccount] {
      let named = list.map { Self.withInstance($0) }
      accounts.withLock { accounts in for account in named { accounts[account.name] = account } }
      return named.map { account in
        LineAccount(
          id: account.name, kind: "\(account.transport) \(String(describing: account.isolation)) \(String(describing: account.share))",
          content: "\(account.settings) \(account.limits)")
      }
    }

    private static func isSIP(_ account: RunConfig.Account) -> Bool { ProviderSetup.lastPart(account.transport) == "sip" }

    /// Gives a SIP account that registers the instance of its line, which all nodes share (RFC 5626), where it names none.
    static func withInstance(_ account: RunConfig.Account) -> RunConfig.Account {
      guard isSIP(account), let line = account.line, case .object(var members) = settings(account),
        members.contains(where: { $0.name == "registrar" }), !members.contains(where: { $0.name == "instance" })
      else { return account }
      members.append(.init(name: "instance", value: .string(line.rawValue)))
      var new = account
      new.settings = JSONValue.object(members).sorted.text
      return new
    }

    /// Gives a SIP account the contacts of the node that had its line, which one REGISTER removes with the entry of its own
    /// (RFC 3261 section 10.2.2).
    ///
    /// - Parameter addresses: the SIP addresses of that node.
    static func removing(_ addresses: [String], _ account: RunConfig.Account) -> RunConfig.Account {
      guard isSIP(account), case .object(var members) = settings(account), !members.contains(where: { $0.name == "former-contacts" }),
        members.contains(where: { $0.name == "registrar" }), let uri = members.first(where: { $0.name == "uri" })?.value.string
      else { return account }
      let user = user(of: uri)
      let transport = members.first { $0.name == "transport" }?.value.string
      let contacts = addresses.prefix(8).compactMap { contact(user, at: $0, transport) }
      guard !user.isEmpty, !contacts.isEmpty else { return account }
      members.append(.init(name: "former-contacts", value: .strings(contacts)))
      var new = account
      new.settings = JSONValue.object(members).sorted.text
      return new
    }

    private static func settings(_ account: RunConfig.Account) -> JSONValue? {
      account.settings.isEmpty ? nil : try? JSONReader.read(Array(account.settings.utf8))
    }

    /// The user of an address such as `sip:alice@example.org`.
    private static func user(of uri: String) -> String {
      guard let colon = uri.firstIndex(of: ":"), let at = uri.lastIndex(of: "@"), colon < at else { return "" }
      return String(uri[uri.index(after: colon)..<at].prefix { $0 != ":" })
    }

    /// Returns the contact that an account has at a node.
    private static func contact(_ user: String, at address: String, _ transport: String?) -> String? {
      guard let colon = address.firstIndex(of: ":") else { return nil }
      let rest = address[address.index(after: colon)...]
      let place = rest.split(separator: "@").last.map { $0.prefix { $0 != ";" && $0 != "?" } } ?? ""
      guard !place.isEmpty else { return nil }
      switch transport {
      case "tls": return "sips:\(user)@\(place)"
      case "tcp": return "sip:\(user)@\(place);transport=tcp"
      default: return "sip:\(user)@\(place)"
      }
    }
  }

  extension RunConfig.Account {
    /// The values that a running provider takes, as text to compare.
    fileprivate var limits: String {
      var text = [maximumCallGroups, maximumCallsPerCallGroup].map { String(describing: $0) } + (emergencyNumbers ?? ["-"])
      text.append(String(describing: deadlines))
      #if HOOKSWITCH_SOUND
        text.append(String(describing: stream))
      #endif
      return text.joined(separator: " ")
    }
  }
#endif
