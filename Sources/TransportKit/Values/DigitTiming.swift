/// The pause before digits: the host splits a string at its pauses and waits for them.
public enum DigitTiming: UInt32, Sendable {
  /// No pause.
  case tone = 1
  /// After a pause (`,`).
  case afterPause
  /// After the user's confirmation (`;`).
  case afterConfirmation
}
