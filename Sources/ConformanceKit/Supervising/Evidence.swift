/// All that is known of a child that has ended.
struct Evidence: Sendable {
  /// What came on the result descriptor.
  var results: [UInt8] = []
  /// What the guard saw; nil when the guard itself was killed or stopped.
  var report: GuardReport?
  var lastCall: LastCall?
  /// The fault of the kit's own that ended the child; nil when it was none, or cannot be told to be.
  var kitFault: KitFault?
  /// The end of what the child wrote to standard output and error.
  var output = ""
  var duration: Duration = .zero
  /// Whether another program ran the child, and may be what failed.
  var isWrapped = false

  /// The last call as a sentence goes on with it.
  var place: String { lastCall?.text ?? "before the first call into the plugin" }
}

/// A signal that struck in the kit's own code.
struct KitFault: Hashable, Sendable {
  var signal: Int32
  /// The offset of the code in the program that holds the kit.
  var place: UInt64

  /// The place as `addr2line` takes it.
  var address: String { "0x" + String(place, radix: 16) }
}
