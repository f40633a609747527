/// Why a run cannot begin or go on.
public struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose matter it is.
  public enum Kind: Sendable {
    /// What was asked for makes no sense: exit code 2.
    case usage
    /// The kit or its surroundings failed: exit code 4.
    case kit
    /// The kit's own code has a fault: exit code 3.
    case fault
  }

  /// Whose matter it is.
  public let kind: Kind
  /// What is wrong, where, and what to do; without a full stop.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func usage(_ description: String) -> ConformanceError { ConformanceError(.usage, description) }
  static func kit(_ description: String) -> ConformanceError { ConformanceError(.kit, description) }
}
