/// A screener's verdict on an incoming call, the mildest first.
public enum ScreenVerdict: String, Codable, Sendable, CaseIterable {
  /// Let the call ring.
  case `continue`
  /// Show the call, but let it ring without a tone.
  case silence
  /// Refuse the call.
  case block

  /// The verdict's strictness; the strictest of several verdicts counts.
  package var strictness: Int {
    switch self {
    case .continue: 0
    case .silence: 1
    case .block: 2
    }
  }
}
