/// How digits stand to what was sent before them: the host splits a string at its pauses and waits them out.
public enum DigitTiming: UInt32, Sendable {
  /// At once.
  case tone = 1
  /// After a pause (`,`).
  case afterPause
  /// After the person said so (`;`).
  case afterConfirmation
}
