internal import TransportABI

/// What a plugin answered to a query.
struct QueryAnswer {
  let status: hsw_status
  let query: hsw_query

  /// The sentence with which it refused; nil when there is no NUL or it is not UTF-8.
  var reason: String? { withUnsafeBytes(of: query.reason) { ForeignText.read(buffer: $0) } }

  /// The version that was chosen, as text.
  var version: String { "\(query.chosen_major).\(query.chosen_minor)" }
}
