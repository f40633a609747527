/// Names a request from its acceptance to its completion.
///
/// Whoever makes the request mints it; unique on one line.
public struct RequestID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// Takes any number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by number, which is by age.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
