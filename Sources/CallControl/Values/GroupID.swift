/// Names a group of calls that are heard together.
///
/// A lone call is a group of one. The line mints it, counting up.
public struct GroupID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
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
