/// The party that a test binds, and how strictly.
public enum Requirement: Sendable, Hashable {
  /// Every transport.
  case must
  /// Every transport should; one that does not gets a warning.
  case should
  /// A transport that offers the extension of that id.
  case offered(String)
  /// The host, not the plugin, with which it is tested.
  case host
}
