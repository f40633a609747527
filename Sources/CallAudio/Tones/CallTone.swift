internal import CTones

/// What a telephone exchange says by a sound: which tone of a `TonePlan`.
public enum CallTone: String, CaseIterable, Codable, Sendable {
  /// The exchange waits for digits.
  case dial
  /// The exchange waits for digits, and something is special: a call on hold, a message waiting, calls forwarded.
  case recall
  /// The far end rings.
  case ringback
  /// The called party is busy.
  case busy
  /// The network has no way to the called party; North America says reorder.
  case congestion
  /// Somebody calls while one talks.
  case waiting
  /// Special information: the number is no longer in use, or was changed.
  case sitIntercept = "sit-intercept"
  /// Special information: there is no such number.
  case sitVacant = "sit-vacant"
  /// Special information: no circuit is free.
  case sitNoCircuit = "sit-no-circuit"
  /// Special information: dialled wrongly, or the exchange failed.
  case sitReorder = "sit-reorder"

  /// Whether it is one of the special information tones: three rising ones before an announcement.
  public var isSpecialInformation: Bool {
    switch self {
    case .sitIntercept, .sitVacant, .sitNoCircuit, .sitReorder: true
    case .dial, .recall, .ringback, .busy, .congestion, .waiting: false
    }
  }

  /// The index that the C plans have it at.
  var kind: UInt32 {
    switch self {
    case .dial: CTONES_DIAL
    case .recall: CTONES_RECALL
    case .ringback: CTONES_RINGBACK
    case .busy: CTONES_BUSY
    case .congestion: CTONES_CONGESTION
    case .waiting: CTONES_WAITING
    case .sitIntercept: CTONES_SIT_INTERCEPT
    case .sitVacant: CTONES_SIT_VACANT
    case .sitNoCircuit: CTONES_SIT_NO_CIRCUIT
    case .sitReorder: CTONES_SIT_REORDER
    }
  }
}
