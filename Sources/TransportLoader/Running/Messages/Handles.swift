/// The handle of a call between the host and one instance; never reused in the instance's life.
///
/// The top bit is set when the transport began the call, and clear when the host did.
public struct CallHandle: RawRepresentable, Hashable, Sendable {
  /// The number itself; 0 means none.
  public let rawValue: UInt64

  /// Makes a handle from its number in the contract.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// No call.
  public static let none = CallHandle(rawValue: 0)

  /// True when the transport began the call.
  public var isTransports: Bool { rawValue >> 63 == 1 }
}

/// The handle of one action of one instance; never reused in the instance's life.
public struct ActionHandle: RawRepresentable, Hashable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// Makes a handle from its number in the contract.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
