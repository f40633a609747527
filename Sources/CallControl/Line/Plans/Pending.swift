/// A command that was sent and is not answered.
struct Pending: Hashable, Sendable {
  let provider: ProviderID
  var command: ProviderCommand
}
