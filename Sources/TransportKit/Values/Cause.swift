/// A Q.850 cause: the network's reason for ending a call, which lets the host play the right tone.
public struct Cause: RawRepresentable, Hashable, Sendable {
  /// The number in Q.850.
  public let rawValue: UInt32

  /// Makes a cause from its number in Q.850.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Not known.
  public static let unknown = Cause(rawValue: 0)
  /// The number is not in service.
  public static let unallocated = Cause(rawValue: 1)
  /// Normal call clearing.
  public static let normal = Cause(rawValue: 16)
  /// User busy.
  public static let busy = Cause(rawValue: 17)
  /// The address gave no response.
  public static let noResponse = Cause(rawValue: 18)
  /// It rang without an answer.
  public static let noAnswer = Cause(rawValue: 19)
  /// The user declined.
  public static let rejected = Cause(rawValue: 21)
  /// The destination is out of order.
  public static let outOfOrder = Cause(rawValue: 27)
  /// The number cannot exist.
  public static let invalidNumber = Cause(rawValue: 28)
  /// No circuit available.
  public static let congestion = Cause(rawValue: 34)
}
