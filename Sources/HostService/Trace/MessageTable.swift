internal import CallControl

/// The providers whose messages the flight recorder keeps: by whom, and until when.
///
/// A pure value.
struct MessageTable: Sendable {
  /// The longest time for which one switch counts.
  static let limit = Duration.seconds(3_600)

  /// One provider's messages.
  struct Entry: Sendable, Hashable {
    let provider: ProviderID
    /// The name of the person or program that switched them on.
    let actor: String
    /// The number of that person's session; nil for a program without one.
    let session: Int?
    let since: Instant
    let until: Instant
  }

  private var known: [ProviderID: Entry] = [:]

  /// The entries, by the names of their providers.
  var entries: [Entry] { known.values.sorted { $0.provider.rawValue < $1.provider.rawValue } }

  /// The earliest end; nil while nothing is on.
  var nextDeadline: Instant? { known.values.map(\.until).min() }

  /// The entry of a provider; nil while its messages are not kept.
  subscript(provider: ProviderID) -> Entry? { known[provider] }

  /// Returns true while a provider's messages are kept.
  func has(_ provider: ProviderID) -> Bool { known[provider] != nil }

  /// Switches a provider's messages on; a second switch replaces the first and keeps its beginning.
  mutating func begin(_ provider: ProviderID, _ actor: String, session: SessionGrant?, at now: Instant, for span: Duration) {
    let until = min(now.advanced(by: min(span, Self.limit)), session?.expires ?? Instant(nanoseconds: .max))
    let since = known[provider]?.since ?? now
    known[provider] = Entry(provider: provider, actor: actor, session: session?.number, since: since, until: until)
  }

  /// Switches a provider's messages off.
  mutating func end(_ provider: ProviderID) { known[provider] = nil }

  /// Switches off what a session switched on; returns its providers.
  mutating func endAll(of session: Int) -> [ProviderID] {
    let ended = known.values.filter { $0.session == session }.map(\.provider)
    for provider in ended { known[provider] = nil }
    return ended
  }

  /// Switches off what is over; returns its providers.
  mutating func takeDue(at now: Instant) -> [ProviderID] {
    let ended = known.values.filter { $0.until <= now }.map(\.provider)
    for provider in ended { known[provider] = nil }
    return ended
  }
}
