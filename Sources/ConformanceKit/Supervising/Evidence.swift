/// All that is known of a child that has ended.
struct Evidence: Sendable {
  /// What came on the result descriptor.
  var results: [UInt8] = []
  /// What the guard saw; nil when the guard itself was killed or stopped.
  var report: GuardReport?
  var lastCall: LastCall?
  /// The end of what the child wrote to standard output and error.
  var output = ""
  var duration: Duration = .zero
  /// Whether another program ran the child, and may be what failed.
  var isWrapped = false

  /// The last call as a sentence goes on with it.
  var place: String { lastCall?.text ?? "before the first call into the plugin" }
}
