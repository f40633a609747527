/// Names a provider: one configured instance of a transport, an account.
///
/// Calls belong to exactly one provider.
public struct ProviderID: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name itself.
  public let rawValue: String

  /// Takes any text as the name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes a literal as the name.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The name itself, for people.
  public var description: String { rawValue }

  /// Orders names as text, so that lists come out the same every time.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
