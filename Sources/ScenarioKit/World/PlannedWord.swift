internal import CallControl

/// A report that a scripted provider is going to make.
struct PlannedWord: Sendable {
  enum Content: Sendable {
    case fulfilled(CommandRef)
    case failed(CommandRef, CommandFailure)
    /// The provider crashes.
    case lost
    /// The host tries a quarantined provider again (P7).
    case restart
    /// The host looks whether a quarantined provider has been ready for long enough (P7).
    case endQuarantine
  }

  var provider: ProviderID
  /// The provider's life in which the report was planned; it is dropped in any other.
  var life: Int
  var content: Content

  /// The call of an answer; nil for other words.
  var call: CallID? {
    switch content {
    case .fulfilled(let ref), .failed(let ref, _): ref.call
    case .lost, .restart, .endQuarantine: nil
    }
  }
}
