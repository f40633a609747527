/// A call's capabilities, set by its provider at the start and in updates.
public struct CallCapabilities: OptionSet, Hashable, Codable, Sendable {
  /// The set as bits.
  public let rawValue: UInt16

  /// Creates a set from bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The call can be held and resumed.
  public static let holding = CallCapabilities(rawValue: 1)
  /// The provider can bridge the call with its other calls.
  public static let grouping = CallCapabilities(rawValue: 2)
  /// The provider can take the call off a bridge.
  public static let ungrouping = CallCapabilities(rawValue: 4)
  /// The call can send tones.
  public static let dtmf = CallCapabilities(rawValue: 8)
  /// The call can be transferred.
  public static let transfer = CallCapabilities(rawValue: 16)
  /// The call has an audio port, so that the host can mix it.
  public static let audio = CallCapabilities(rawValue: 32)
  /// The call carries video.
  public static let video = CallCapabilities(rawValue: 64)

  /// The default capabilities: everything but video.
  public static let usual: CallCapabilities = [.holding, .grouping, .ungrouping, .dtmf, .transfer, .audio]
}
