package import CallControl

/// A sent command without an answer.
package struct Outstanding: Hashable, Sendable {
  package let provider: ProviderID
  package let command: ProviderCommand
}
