internal import CTones

/// The levels and timing of sent digits.
public struct DTMFStyle: Hashable, Sendable {
  /// The low tone's level in dBm0.
  public var level: Double
  /// The high tone's level above the low one, in dB; telephones send 2 dB more, because lines attenuate high frequencies.
  public var twist: Double
  /// The duration of a digit, in milliseconds.
  public var on: Int
  /// The pause after a digit, in milliseconds.
  public var off: Int

  /// Creates a style; the defaults are those of common telephones.
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
