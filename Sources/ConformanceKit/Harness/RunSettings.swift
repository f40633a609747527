internal import TransportLoader

/// What the configuration of a run says to the kit, beside what it says to the plugin.
///
/// The text of `--config` is the plugin's own configuration, unless it is an object with the member `conform`: then that holds the
/// configurations of both ends, and whom the near one dials to reach the far one.
struct RunSettings: Hashable, Sendable {
  /// The configuration of the instance under test.
  var near = ""
  /// The configuration of the second instance of pair mode.
  var far: String?
  /// Whom to dial to reach the far end.
  var dial: CallTarget?
  /// The secrets that the host keeps, by name.
  var secrets: [String: String] = [:]

  init(_ config: String?) {
    guard let config else { return }
    near = config
    guard case .object(let members)? = try? JSONReader.read(Array(config.utf8)),
      case .object(let conform)? = members.first(where: { $0.name == "conform" })?.value
    else { return }
    near = conform.first { $0.name == "near" }?.value.text ?? ""
    far = conform.first { $0.name == "far" }?.value.text
    if case .object(let secrets)? = conform.first(where: { $0.name == "secrets" })?.value {
      for case (let name, .string(let value)) in secrets.map({ ($0.name, $0.value) }) { self.secrets[name] = value }
    }
    guard case .object(let dial)? = conform.first(where: { $0.name == "dial" })?.value else { return }
    func text(_ name: String) -> String? {
      if case .string(let text)? = dial.first(where: { $0.name == name })?.value { text } else { nil }
    }
    if let kind = text("kind"), let value = text("value") { self.dial = CallTarget(kind, value) }
  }
}
