/// Who owes what a test shows.
public enum Requirement: Sendable, Hashable {
  /// Every transport.
  case must
  /// Every transport should; one that does not gets a warning.
  case should
  /// A transport that offers the extension of that id.
  case offered(String)
  /// The host, not the plugin: it is shown with the plugin at hand.
  case host
}
