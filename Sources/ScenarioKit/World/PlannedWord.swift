internal import CallControl

/// Something that a scripted provider is about to say.
struct PlannedWord: Sendable {
  enum Content: Sendable {
    case fulfilled(CommandRef)
    case failed(CommandRef, CommandFailure)
    /// It crashes.
    case lost
  }

  var provider: ProviderID
  /// The provider's life in which it was planned; in another it is never said.
  var life: Int
  var content: Content
}
