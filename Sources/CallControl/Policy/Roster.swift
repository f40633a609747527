/// The registered providers as a line sees them: a value that all lines share.
public struct Roster: Hashable, Codable, Sendable {
  /// Whether a provider can place calls.
  public enum Standing: Hashable, Codable, Sendable {
    /// It can.
    case ready
    /// Not now; a Start waits for it (S8).
    case notReady
    /// It was lost too often; a Start is refused (P6).
    case quarantined
  }

  /// One provider.
  public struct Entry: Hashable, Codable, Sendable {
    /// Its name.
    public var id: ProviderID
    /// What it is and can do.
    public var configuration: ProviderConfiguration
    /// Whether it can place calls.
    public var standing: Standing

    /// Describes one provider.
    public init(id: ProviderID, configuration: ProviderConfiguration, standing: Standing) {
      self.id = id
      self.configuration = configuration
      self.standing = standing
    }
  }

  /// The providers, in the order in which they registered.
  public var entries: [Entry] = []

  /// No provider at all.
  public init() {}

  /// The provider of that name; nil when none is registered.
  public subscript(id: ProviderID) -> Entry? {
    entries.first { $0.id == id }
  }
}
