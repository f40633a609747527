public import ConformanceKit
public import Testing

/// What tests print of a rule: its number, not all that it says.
extension TransportRule: CustomTestStringConvertible {
  /// The number.
  public var testDescription: String { id }
}
