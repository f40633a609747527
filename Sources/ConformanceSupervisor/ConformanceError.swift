/// The reason why a run cannot begin or continue.
public struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of an error.
  public enum Kind: Sendable {
    /// A request that makes no sense: exit code 2.
    case usage
    /// A failure of the kit or its environment: exit code 4.
    case kit
    /// A fault in the kit's own code: exit code 3.
    case fault
  }

  /// The cause.
  public let kind: Kind
  /// A description of the error, its place and the remedy, without a full stop.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  package static func usage(_ description: String) -> ConformanceError { ConformanceError(.usage, description) }
  package static func kit(_ description: String) -> ConformanceError { ConformanceError(.kit, description) }
}
