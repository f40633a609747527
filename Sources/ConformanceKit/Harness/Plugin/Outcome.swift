internal import TransportABI

/// The status of a life-cycle function, and the contents of its `hsw_why`.
struct Outcome: Hashable, Sendable {
  let status: hsw_status
  /// The code in the `hsw_why`.
  let code: hsw_status
  /// The sentence in it; nil when it has no NUL or is not UTF-8.
  let why: String?

  init(_ status: hsw_status, _ why: UnsafeMutablePointer<hsw_why>) {
    self.status = status
    code = why.pointee.code
    self.why = withUnsafeBytes(of: why.pointee.text) { ForeignText.read(buffer: $0) }
  }

  /// The outcome in one line.
  var text: String { "\(StatusName.of(status))" + (why.map { $0.isEmpty ? "" : " (\($0))" } ?? " (an unreadable why)") }
}
