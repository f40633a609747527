/// How digits go to the far end.
enum DigitWay: String, CaseIterable {
  /// As events where the far end takes them, else as INFO, and where that is refused in the sound.
  case auto
  /// As events beside the sound (RFC 4733).
  case events
  /// As INFO with `application/dtmf-relay`.
  case info
  /// In the sound itself, as keys sound.
  case inBand = "in-band"
}
