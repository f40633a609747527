public import FoundationEssentials

/// The id of a call, unique at the host over all its lines, for the call's life and a day after.
///
/// It is CallKit's call UUID; the starter or reporter of the call chooses it.
public typealias CallID = UUID

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

/// The id of a provider: one configured instance of a transport, an account.
///
/// Calls belong to exactly one provider.
public struct ProviderID: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
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
