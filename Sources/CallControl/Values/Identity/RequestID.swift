/// The id of a request, from its acceptance to its completion.
///
/// The requester mints it; it is unique on one line.
public struct RequestID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
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
