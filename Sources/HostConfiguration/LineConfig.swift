package import Hookswitch
package import StrictJSON
internal import TransportLoader

/// The settings of one line, as a cluster shares them: the members that the configuration has for lines and providers, read by its reader.
package struct LineConfig: Equatable, Sendable {
  /// The names of the members.
  package static let members = ["v", "policy", "doNotDisturb", "accounts"]

  /// Do-not-disturb; nil where the settings say nothing.
  package var doNotDisturb: Bool?
  /// The providers of the line, each named `LINE/NAME`.
  package var accounts: [RunConfig.Account] = []
  /// The members of the line's policy; nil for none.
  package var policy: JSONValue?

  /// Reads and checks settings.
  ///
  /// - Parameters:
  ///   - value: the settings.
  ///   - line: the line.
  ///   - ignoresUnknown: true for settings that a newer version may have written.
  /// - Throws: `RunConfigError` with the wrong member.
  package init(_ value: JSONValue, line: String, ignoresUnknown: Bool) throws(RunConfigError) {
    var root = ConfigNode(file: "line \(TerminalText.line(line))", path: "$", value: value)
    root.ignoresUnknown = ignoresUnknown
    let members = try root.members(Self.members)
    if let node = members["v"] { _ = try node.integer(1...Int64(Int32.max)) }
    doNotDisturb = try members["doNotDisturb"]?.flag
    if let node = members["policy"] {
      _ = try RunConfigReader.policy(node, over: LinePolicy())
      policy = node.value
    }
    guard let list = members["accounts"], try !list.items.isEmpty else { return }
    accounts = try RunConfigReader.accounts(list)
    for index in accounts.indices {
      guard accounts[index].line.map({ $0.rawValue == line }) ?? true else {
        throw RunConfigError(
          file: root.file, path: accounts[index].path + ".line", reason: "is another line; leave it out, since the account is of this one")
      }
      accounts[index].line = LineID(rawValue: line)
      accounts[index].name = "\(line)/\(accounts[index].name)"
    }
  }

  /// Returns the policy of a line: `base` with the members of the line's settings, which were checked before.
  package static func policy(_ value: JSONValue, over base: LinePolicy) -> LinePolicy? {
    var node = ConfigNode(file: "", path: "$", value: value)
    node.ignoresUnknown = true
    guard let read = try? RunConfigReader.policy(node, over: base) else { return nil }
    var policy = read.0
    if let numbers = read.emergencyNumbers { policy.emergencyNumbers = numbers }
    return policy
  }
}

extension RunConfig.Account {
  /// True for a provider of one line by name: a node of a cluster has it up only while it owns the line.
  package var isOfOneLine: Bool { line.map { $0 != .each && $0 != .called } ?? false }
}

extension RunConfig {
  /// The configuration without the providers that name one line.
  package var withoutLineAccounts: RunConfig {
    var config = self
    config.accounts = accounts?.filter { !$0.isOfOneLine }
    return config
  }
}
