/// The id of a screener: a program that judges an incoming call before it is shown.
///
/// See `LinePolicy.screeners`.
public struct ScreenerID: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The id's text.
  public let rawValue: String

  /// Creates an id from any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an id from a literal.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The id's text.
  public var description: String { rawValue }

  /// Orders ids as text.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
