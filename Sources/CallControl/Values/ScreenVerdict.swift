/// What a screener says of an incoming call, the mildest first.
public enum ScreenVerdict: String, Codable, Sendable, CaseIterable {
  /// Let it ring.
  case `continue`
  /// Let it ring, shown, without any tone.
  case silence
  /// Refuse it.
  case block

  /// How strict the verdict is; the strictest of several counts.
  package var strictness: Int {
    switch self {
    case .continue: 0
    case .silence: 1
    case .block: 2
    }
  }
}
