public import ConformanceKit
public import Testing

/// The name of a rule in test output: its id instead of its whole text.
extension TransportRule: CustomTestStringConvertible {
  /// The id.
  public var testDescription: String { id }
}
