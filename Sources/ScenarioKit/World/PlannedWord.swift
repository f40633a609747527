internal import CallControl

/// A report that a scripted provider is going to make.
struct PlannedWord: Sendable {
  enum Content: Sendable {
    case fulfilled(CommandRef)
    case failed(CommandRef, CommandFailure)
    /// The provider crashes.
    case lost
  }

  var provider: ProviderID
  /// The provider's life in which the report was planned; it is dropped in any other.
  var life: Int
  var content: Content
}
