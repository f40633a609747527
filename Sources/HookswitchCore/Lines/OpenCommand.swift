internal import CallControl
internal import FoundationEssentials

/// A command that a provider was given and has not answered.
struct OpenCommand: Sendable {
  let provider: ProviderID
  let command: ProviderCommand
  /// What it is known by; commands that share a transaction came as one.
  let names: CommandNames
  /// Grows with each command of the host.
  let order: UInt64
}
