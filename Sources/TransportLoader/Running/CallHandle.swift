/// Names a call between the host and one instance; never used twice in the instance's life.
///
/// The top bit says who began the call: set, the transport; clear, the host.
public struct CallHandle: RawRepresentable, Hashable, Sendable {
  /// The number itself; 0 means none.
  public let rawValue: UInt64

  /// Takes the number as it crosses the contract.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// No call.
  public static let none = CallHandle(rawValue: 0)

  /// Whether the transport began the call.
  public var isTransports: Bool { rawValue >> 63 == 1 }
}
