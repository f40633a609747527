/// The name of a line: the unit inside which calls compete for a person's attention.
///
/// A host has the line `main` by default; lines never influence each other.
public struct LineID: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates a name from any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The name.
  public var description: String { rawValue }

  /// Orders names as text.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension LineID {
  /// The line that every host has.
  public static let main: LineID = "main"
}
