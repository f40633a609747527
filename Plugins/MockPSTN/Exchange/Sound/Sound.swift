/// A sound that a far end or the network plays to us.
enum Sound: Hashable, Sendable {
  /// A tone of the country, for its own length; most tones are endless.
  case tone(CallTone)
  /// A WAV file, played once.
  case file(String)
  /// DTMF digits, sent once.
  case digits(String)
  /// Spoken digits, played once.
  case speech(String)
  /// A sine with this frequency in Hz, endless.
  case sine(Double)
  /// White noise with this level in dBm0, endless.
  case noise(Double)
}
