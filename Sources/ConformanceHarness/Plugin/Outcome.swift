package import TransportABI

/// The status of a life-cycle function, and the contents of its `hsw_why`.
package struct Outcome: Hashable, Sendable {
  package let status: hsw_status
  /// The code in the `hsw_why`.
  package let code: hsw_status
  /// The sentence in it; nil when it has no NUL or is not UTF-8.
  package let why: String?

  init(_ status: hsw_status, _ why: UnsafeMutablePointer<hsw_why>) {
    self.status = status
    code = why.pointee.code
    let text = withUnsafeBytes(of: why.pointee.text) { ForeignText.read(buffer: $0) }
    self.why = text
    TextWitness.note("hsw_why.text", Array((text ?? "").utf8), text == nil ? "hsw_why.text has no NUL, or is not UTF-8" : nil)
  }

  /// The outcome in one line.
  package var text: String { "\(StatusName.of(status))" + (why.map { $0.isEmpty ? "" : " (\($0))" } ?? " (an unreadable why)") }
}

/// A plugin's answer to a query.
package struct QueryAnswer {
  package let status: hsw_status
  package let query: hsw_query

  /// The reason of a refusal; nil when it has no NUL or is not UTF-8.
  package var reason: String? { withUnsafeBytes(of: query.reason) { ForeignText.read(buffer: $0) } }

  /// The chosen version, as text.
  package var version: String { "\(query.chosen_major).\(query.chosen_minor)" }
}
