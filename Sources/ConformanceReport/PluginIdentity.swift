/// The file that a run tests, inspected without running it.
public struct PluginIdentity: Sendable, Hashable {
  /// One transport in the plugin.
  public struct Transport: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Its version, from its author; empty when it is unknown.
    public var version: String
    /// True if it keeps time itself, so that its tests need real time.
    package var keepsTime = false

    package init(id: String, version: String, keepsTime: Bool = false) {
      self.id = id
      self.version = version
      self.keepsTime = keepsTime
    }
  }

  /// The call directory in the plugin.
  public struct Directory: Sendable, Hashable {
    /// Its id; empty when it is unknown.
    public var id: String
    /// Its version, from its author; empty when it is unknown.
    public var version: String

    package init(id: String, version: String) { (self.id, self.version) = (id, version) }
  }

  /// The file's path without links.
  public var file: String
  /// Its SHA-256 in hexadecimal digits.
  public var sha256: String
  /// Its transports, from manifests and notes; empty when there are none.
  public var transports: [Transport]
  /// The call directory; nil in a run that tests transports.
  public var directory: Directory?

  package init(file: String, sha256: String, transports: [Transport]) {
    self.file = file
    self.sha256 = sha256
    self.transports = transports
  }

  /// The ids to test; a single empty one when none is known.
  package var descriptors: [String] { transports.isEmpty ? [""] : transports.map(\.id) }
}
