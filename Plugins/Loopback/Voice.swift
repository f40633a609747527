/// The audio that a far end sends.
enum Voice: UInt8 {
  /// Nothing.
  case silence
  /// An echo of our audio.
  case echo
  /// A tone.
  case tone
  /// The audio of the instance at the other end of the circuit.
  case wire
}
