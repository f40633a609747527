internal import TransportABI

/// A plugin's answer to a query.
struct QueryAnswer {
  let status: hsw_status
  let query: hsw_query

  /// The reason of a refusal; nil when it has no NUL or is not UTF-8.
  var reason: String? { withUnsafeBytes(of: query.reason) { ForeignText.read(buffer: $0) } }

  /// The chosen version, as text.
  var version: String { "\(query.chosen_major).\(query.chosen_minor)" }
}
