internal import CTones

/// A tone of a telephone exchange; a `TonePlan` defines each country's version.
public enum CallTone: String, CaseIterable, Codable, Sendable {
  /// The exchange waits for digits.
  case dial
  /// The exchange waits for digits, and a service is active: a call on hold, a waiting message, forwarding.
  case recall
  /// The far end rings.
  case ringback
  /// The called party is busy.
  case busy
  /// The network has no route to the called party; in North America, reorder.
  case congestion
  /// Another call arrives during a call.
  case waiting
  /// Special information: the number was changed or is no longer in use.
  case sitIntercept = "sit-intercept"
  /// Special information: the number does not exist.
  case sitVacant = "sit-vacant"
  /// Special information: no circuit is free.
  case sitNoCircuit = "sit-no-circuit"
  /// Special information: dialling error, or failure of the exchange.
  case sitReorder = "sit-reorder"

  /// True for the special information tones: three rising tones before an announcement.
  public var isSpecialInformation: Bool {
    switch self {
    case .sitIntercept, .sitVacant, .sitNoCircuit, .sitReorder: true
    case .dial, .recall, .ringback, .busy, .congestion, .waiting: false
    }
  }

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
