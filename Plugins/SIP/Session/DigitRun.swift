internal import TransportKit

/// Digits that are being sent, and the action that completes with the last of them.
struct DigitRun {
  var action: Action
  /// The digits that are still to go as INFO, the current one first; empty when the media engine sends them.
  var rest: Substring = ""
  /// True once the far end has answered the current INFO.
  var isAnswered = false
  /// Runs while the far end plays the current INFO's digit.
  var sounding: Timer?

  /// True for digits that go as INFO.
  var isInfo: Bool { !rest.isEmpty }
}

/// The way to send digits to the far end.
enum DigitWay: String, CaseIterable {
  /// As events if the far end accepts them, else as INFO, and in the audio if it refuses that.
  case auto
  /// As events beside the audio (RFC 4733).
  case events
  /// As INFO with `application/dtmf-relay`.
  case info
  /// As tones in the audio.
  case inBand = "in-band"
}
