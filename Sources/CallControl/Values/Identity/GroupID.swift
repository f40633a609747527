/// The id of a group of calls that are heard together.
///
/// A lone call is a group of one. The line mints it, counting up.
public struct GroupID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates an id from a number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders ids by number, and so by age.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
