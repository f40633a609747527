/// The host's record of one call.
struct LedgerCall: Hashable, Sendable {
  enum Stage: String, Hashable, Sendable {
    /// Its start is not completed yet.
    case starting
    /// Its start was completed.
    case dialing
    /// The plugin reported it as incoming.
    case incoming
    case active
    case held
    case ended
    /// Its start was refused, failed or cancelled, or the host refused the incoming call: it never existed.
    case void
    /// A reset dropped it.
    case forgotten
  }

  var stage: Stage
  /// The number of calls before it.
  var ordinal = 0
  var isIncoming = false
  var isHeldRemotely = false
  /// The states that were reported, in order.
  var states: [UInt32] = []
  /// The digits that the plugin reported.
  var digits = ""
  /// The time of the latest report.
  var lastTime: UInt64 = 0
  /// The reason with which it ended.
  var endReason: UInt32?
  var endFault: Fault?
  /// The peer, from report_incoming.
  var handleKind = ""
  var handle = ""
  var replaces: UInt64 = 0
  /// The reported HSW_CI_ flags; each counts only where `mask` has it too.
  var flags: UInt32 = 0
  var mask: UInt32 = 0
  /// The number of updates.
  var updates = 0

  /// Merges the flags of an info into the call's.
  mutating func take(_ info: ForeignCallInfo) {
    flags = flags & ~info.mask | info.flags & info.mask
    mask |= info.mask
  }

  var isUp: Bool { stage != .ended && stage != .void && stage != .forgotten }
}
