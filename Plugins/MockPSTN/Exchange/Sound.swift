/// What a far end, or the network, lets us hear.
enum Sound: Hashable, Sendable {
  /// A tone of the country, as long as it lasts there; most have no end.
  case tone(CallTone)
  /// A WAV file, once.
  case file(String)
  /// DTMF, once.
  case digits(String)
  /// Digits, spoken, once.
  case speech(String)
  /// A sine of so many Hz, for ever.
  case sine(Double)
  /// White noise of so many dBm0, for ever.
  case noise(Double)
}
