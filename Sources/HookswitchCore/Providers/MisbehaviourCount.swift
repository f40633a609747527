internal import CallControl

/// How often a provider said what was not to be obeyed.
public struct MisbehaviourCount: Hashable, Codable, Sendable {
  /// Answers to nothing that was pending: second ones, late ones.
  public var stale = 0
  /// Reports that could not follow: a state, a call that had ended.
  public var illegal = 0
  /// Dates that cannot be: before the call's own earlier stages, or in the future.
  public var misdated = 0
  /// Words about calls that nobody knows.
  public var unknown = 0

  /// None.
  public init() {}

  /// All of them together.
  public var total: Int { stale + illegal + misdated + unknown }

  mutating func count(_ misbehaviour: Misbehaviour) {
    switch misbehaviour {
    case .stale: stale += 1
    case .illegal: illegal += 1
    case .misdated: misdated += 1
    case .unknown: unknown += 1
    }
  }
}
