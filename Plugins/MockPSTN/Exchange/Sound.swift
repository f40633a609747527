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

/// The tones of a network, named for their meaning.
enum CallTone: String, CaseIterable, Hashable, Sendable {
  /// The called telephone rings.
  case ringback
  /// The number is busy.
  case busy
  /// No circuit, try again: the congestion (fast busy) tone.
  case reorder
  /// Special information: the number is not in service.
  case unallocated
  /// Special information: no circuit.
  case noCircuit = "no-circuit"
  /// The exchange has accepted a service code.
  case confirmation
}

/// The use that a far end makes of received audio, besides detecting digits.
enum Ear: Hashable, Sendable {
  /// Discards it.
  case ignore
  /// Sends it back.
  case echo
  /// Records it in a WAV file.
  case record(String)
  /// Mixes it into a room, where all other members hear it.
  case room(String)
}
