internal import CallControl
internal import FoundationEssentials

/// A command that a provider was given and has not answered.
struct OpenCommand: Sendable {
  let provider: ProviderID
  let command: ProviderCommand
  /// The action's name.
  let action: UUID
  /// The transaction that it came in; as one transaction if several share it.
  let transaction: UUID
  /// Grows with each command of the host.
  let order: UInt64
}
