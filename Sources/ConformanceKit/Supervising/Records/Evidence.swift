/// The evidence on a child that has ended.
struct Evidence: Sendable {
  /// The bytes from the result descriptor.
  var results: [UInt8] = []
  /// The guard's report; nil when the guard itself was killed or stopped.
  var report: GuardReport?
  var lastCall: LastCall?
  /// The fault in the kit's own code that ended the child; nil if there was none or it cannot be established.
  var kitFault: KitFault?
  /// The end of what the child wrote to standard output and error.
  var output = ""
  var duration: Duration = .zero
  /// True if another program ran the child, which may itself have failed.
  var isWrapped = false

  /// The place of the last call, as the end of a sentence.
  var place: String { lastCall?.text ?? "before the first call into the plugin" }
}

/// A signal in the kit's own code.
struct KitFault: Hashable, Sendable {
  var signal: Int32
  /// The offset of the code in the program that holds the kit.
  var place: UInt64

  /// The place, in the form that `addr2line` takes.
  var address: String { "0x" + String(place, radix: 16) }
}
