internal import TransportKit

/// Digits on their way to the far end, and the action that is done once the last of them is sent.
struct DigitRun {
  var action: Action
  /// The digits that go as INFO and are not sent yet, the current one first; empty where the media engine sends them.
  var rest: Substring = ""
  /// True once the current INFO is answered.
  var isAnswered = false
  /// Runs while the current INFO's digit sounds at the far end.
  var sounding: Timer?

  /// True for digits that go as INFO.
  var isInfo: Bool { !rest.isEmpty }
}
