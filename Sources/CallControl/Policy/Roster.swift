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
    place(of: id).map { entries[$0] }
  }

  // The rules look at one field at a time, many times a second; copying an entry costs more than the rest of the rule.

  func place(of id: ProviderID) -> Int? {
    entries.firstIndex { $0.id == id }
  }

  func contains(_ id: ProviderID) -> Bool {
    place(of: id) != nil
  }

  func standing(of id: ProviderID) -> Standing? {
    place(of: id).map { entries[$0].standing }
  }

  func capabilities(of id: ProviderID) -> CallCapabilities {
    place(of: id).map { entries[$0].configuration.capabilities } ?? .usual
  }

  func maximumCallGroups(of id: ProviderID) -> Int {
    place(of: id).map { entries[$0].configuration.maximumCallGroups } ?? .max
  }

  func maximumCallsPerCallGroup(of id: ProviderID) -> Int {
    place(of: id).map { entries[$0].configuration.maximumCallsPerCallGroup } ?? .max
  }

  func executesTransactions(_ id: ProviderID) -> Bool {
    place(of: id).map { entries[$0].configuration.executesTransactions } ?? false
  }

  func takes(_ kind: Handle.Kind, _ id: ProviderID) -> Bool {
    place(of: id).map { entries[$0].configuration.supportedHandleTypes?.contains(kind) ?? true } ?? true
  }

  func emergencyNumbers(of id: ProviderID) -> [String] {
    place(of: id).map { entries[$0].configuration.emergencyNumbers } ?? []
  }

  func deadline(_ deadline: Deadline, of id: ProviderID) -> Duration? {
    place(of: id).flatMap { entries[$0].configuration.deadlines[deadline] }
  }
}
