/// What a far end does with what it hears, beside listening for digits.
enum Ear: Hashable, Sendable {
  /// Nothing.
  case ignore
  /// Sends it back.
  case echo
  /// Writes it into a WAV file.
  case record(String)
  /// Lets all others in the same room hear it.
  case room(String)
}
