internal import CallControl

/// Counts of a provider's messages that were not obeyed.
public struct MisbehaviourCount: Hashable, Codable, Sendable {
  /// Answers to no pending command: repeated or late.
  public var stale = 0
  /// Reports that cannot follow: an impossible state, or an ended call.
  public var illegal = 0
  /// Impossible dates: in the future, or before the call's earlier stages.
  public var misdated = 0
  /// Messages about unknown calls.
  public var unknown = 0

  /// Creates counts of zero.
  public init() {}

  /// The sum of all counts.
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
