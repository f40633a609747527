internal import CallControl
internal import FoundationEssentials

/// A command that its provider has not answered.
struct OpenCommand: Sendable {
  let provider: ProviderID
  let command: ProviderCommand
  /// The command's ids; commands with the same transaction id were sent as one.
  let names: CommandNames
  /// The command's number, which grows over the whole host.
  let order: UInt64
}
