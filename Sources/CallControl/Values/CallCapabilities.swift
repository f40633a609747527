/// What can be done with a call; fixed when it begins by its provider, and changed by the provider's updates.
public struct CallCapabilities: OptionSet, Hashable, Codable, Sendable {
  /// The set as bits.
  public let rawValue: UInt16

  /// Takes the set as bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// It can be held and resumed.
  public static let holding = CallCapabilities(rawValue: 1)
  /// Its provider can bridge it with its other calls.
  public static let grouping = CallCapabilities(rawValue: 2)
  /// Its provider can take it out of such a bridge.
  public static let ungrouping = CallCapabilities(rawValue: 4)
  /// Tones can be sent on it.
  public static let dtmf = CallCapabilities(rawValue: 8)
  /// It can be handed over to somebody else.
  public static let transfer = CallCapabilities(rawValue: 16)
  /// It has an audio port, so that the host can mix it.
  public static let audio = CallCapabilities(rawValue: 32)
  /// It carries video.
  public static let video = CallCapabilities(rawValue: 64)

  /// What a call can do when nobody said otherwise: everything but video.
  public static let usual: CallCapabilities = [.holding, .grouping, .ungrouping, .dtmf, .transfer, .audio]
}
