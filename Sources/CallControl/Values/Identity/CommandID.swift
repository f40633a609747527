/// The id of a command from a line to a provider.
///
/// The line mints it, counting up; it is never used twice on one line.
public struct CommandID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
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
