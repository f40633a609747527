internal import StrictJSON

/// A run's configuration: the kit's part of it, and the part for the plugin.
///
/// The text of `--config` is the plugin's own configuration, unless it is an object with the member `conform`, which holds the
/// configurations of both ends and the target that each dials to reach the other.
package struct TestRunSettings: Hashable, Sendable {
  /// The configuration of the instance under test.
  package var near = ""
  /// The configuration of the second instance of pair mode.
  package var far: String?
  /// The target that reaches the far end.
  var dial: CallTarget?
  /// The target with which the far instance reaches the near one.
  var dialBack: CallTarget?
  /// The secrets that the host keeps, by name.
  package var secrets: [String: String] = [:]
  /// The number of ports that its names stand for; each test has its own.
  package private(set) var portCount = 0

  /// The default first port.
  static let usualFirstPort = 25_060

  /// - Parameter firstPort: the first of the named ports.
  package init(_ config: String?, firstPort: Int = Self.usualFirstPort) {
    guard let config else { return }
    near = config
    guard case .object(let members)? = try? JSONReader.read(Array(config.utf8)),
      case .object(let written)? = members.first(where: { $0.name == "conform" })?.value
    else { return }
    let ports = PortNames(written)
    portCount = ports.total
    let conform = written.map { JSONValue.Member(name: $0.name, value: ports.replacing(in: $0.value, from: firstPort)) }
    near = conform.first { $0.name == "near" }?.value.text ?? ""
    far = conform.first { $0.name == "far" }?.value.text
    if case .object(let secrets)? = conform.first(where: { $0.name == "secrets" })?.value {
      for case (let name, .string(let value)) in secrets.map({ ($0.name, $0.value) }) { self.secrets[name] = value }
    }
    dial = Self.target(conform, "dial")
    dialBack = Self.target(conform, "dial-back")
  }

  /// Returns the member `name`, an object with `kind` and `value`.
  private static func target(_ members: [JSONValue.Member], _ name: String) -> CallTarget? {
    guard case .object(let target)? = members.first(where: { $0.name == name })?.value,
      case .string(let kind)? = target.first(where: { $0.name == "kind" })?.value,
      case .string(let value)? = target.first(where: { $0.name == "value" })?.value
    else { return nil }
    return CallTarget(kind, value)
  }
}
