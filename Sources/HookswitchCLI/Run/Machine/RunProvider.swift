internal import Hookswitch

/// A provider as `hookswitch run` knows it.
struct RunProvider: Equatable, Sendable {
  var id: ProviderID
  /// The transport's names of the kinds of handle that it calls, its own first.
  var kinds: [String] = []
  /// Where its transport's settings stand, as file and JSON path; nil: it has none.
  var settings: String?
  /// What it can do now; nil before it said anything.
  var standing: Roster.Standing?
  /// Whether it was ready at some time.
  var wasReady = false
  /// Why it was lost last.
  var loss: String?
}
