/// Names one command that a line sent to a provider.
///
/// The line mints it, counting up; never used twice on one line.
public struct CommandID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
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
