/// The handle of one action of one instance; never reused in the instance's life.
public struct ActionHandle: RawRepresentable, Hashable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// Makes a handle from its number in the contract.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
