/// What a far end says.
enum Voice: UInt8 {
  /// Nothing.
  case silence
  /// What it hears.
  case echo
  /// A tone.
  case tone
  /// What the instance at the other end of the circuit sends.
  case wire
}
