package import CallControl

/// A command that was sent and has not ended.
package struct Outstanding: Hashable, Sendable {
  package let provider: ProviderID
  package let command: ProviderCommand
}
