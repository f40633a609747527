/// Names one thing asked of one instance; never used twice in its life.
public struct ActionHandle: RawRepresentable, Hashable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// Takes the number as it crosses the contract.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
