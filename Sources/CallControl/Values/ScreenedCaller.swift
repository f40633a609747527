/// A caller's identity, as a screener gives it.
public struct ScreenedCaller: Hashable, Codable, Sendable {
  /// The limit on a name or label, in characters; longer ones are cut.
  public static let textLimit = 256

  /// The caller's name, if the screener knows it.
  public var name: String?
  /// A few words about the caller, such as "Delivery service", if any.
  public var label: String?

  /// Creates a caller's identity.
  public init(name: String? = nil, label: String? = nil) {
    self.name = name
    self.label = label
  }
}
