internal import Hookswitch

/// A provider in the machine of `hookswitch run`.
struct RunProvider: Equatable, Sendable {
  var id: ProviderID
  /// The transport's names of its kinds of handle, the first kind first.
  var kinds: [String] = []
  /// The place of its transport's settings, as file and JSON path; nil when it has none.
  var settings: String?
  /// Its present standing; nil before its first report.
  var standing: Roster.Standing?
  /// True once it was ready.
  var wasReady = false
  /// The reason of its last loss.
  var loss: String?
}
