/// The way to send digits to the far end.
enum DigitWay: String, CaseIterable {
  /// As events if the far end accepts them, else as INFO, and in the audio if it refuses that.
  case auto
  /// As events beside the audio (RFC 4733).
  case events
  /// As INFO with `application/dtmf-relay`.
  case info
  /// As tones in the audio.
  case inBand = "in-band"
}
