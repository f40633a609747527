/// Whom a screener takes a caller to be.
public struct ScreenedCaller: Hashable, Codable, Sendable {
  /// The longest name or label, in characters; what is longer is cut.
  public static let textLimit = 256

  /// The caller's name; nil: the screener does not know it.
  public var name: String?
  /// A few words about the caller, such as "Delivery service"; nil: none.
  public var label: String?

  /// Names a caller.
  public init(name: String? = nil, label: String? = nil) {
    self.name = name
    self.label = label
  }
}
