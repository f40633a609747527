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
