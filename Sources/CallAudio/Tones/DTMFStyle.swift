internal import CTones

/// How digits are sent.
public struct DTMFStyle: Hashable, Sendable {
  /// The low tone's level in dBm0.
  public var level: Double
  /// How many dB the high tone is above the low one: lines weaken high tones, so telephones send 2 more.
  public var twist: Double
  /// How long a digit sounds, in milliseconds.
  public var on: Int
  /// How long it is silent after a digit, in milliseconds.
  public var off: Int

  /// What telephones send, unless said otherwise.
  public init(level: Double = -10, twist: Double = 2, on: Int = 100, off: Int = 100) {
    self.level = level
    self.twist = twist
    self.on = on
    self.off = off
  }

  var raw: ctones_dtmf_style {
    ctones_dtmf_style(dbm0: Float(level), twist: Float(twist), on_ms: UInt32(clamping: on), off_ms: UInt32(clamping: off))
  }
}
