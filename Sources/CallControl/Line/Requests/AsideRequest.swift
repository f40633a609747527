/// A request whose Start waits for its provider to become ready (S8).
struct AsideRequest: Hashable, Sendable {
  var plan: Plan
  let provider: ProviderID
  let deadline: Instant
}
