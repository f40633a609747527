/// The origin of a request.
public enum Origin: String, Codable, Sendable {
  /// A person: the screen, a headset, a URL.
  case user
  /// An embedding program by itself.
  case client
  /// The network behind a provider.
  case provider
  /// A rule or a deadline of the host.
  case host
}
