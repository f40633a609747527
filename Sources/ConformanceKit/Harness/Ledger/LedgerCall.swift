/// What the host knows of one call.
struct LedgerCall: Hashable, Sendable {
  enum Stage: String, Hashable, Sendable {
    /// Its start is under way.
    case starting
    /// Its start was completed.
    case dialing
    /// It was reported as incoming.
    case incoming
    case active
    case held
    case ended
    /// Its start was refused, failed or cancelled: it never was.
    case void
    /// A reset has taken it.
    case forgotten
  }

  var stage: Stage
  var isIncoming = false
  var isHeldRemotely = false
  /// The states that were reported, in order.
  var states: [UInt32] = []
  /// The digits that were heard.
  var digits = ""
  /// When something was said of it last.
  var lastTime: UInt64 = 0
  /// The reason with which it ended.
  var endReason: UInt32?
  var endFault: Fault?
  /// Whom it is with, as report_incoming said.
  var handleKind = ""
  var handle = ""
  var replaces: UInt64 = 0
  /// The HSW_CI_ flags that were said of it, each of which counts where `mask` has it too.
  var flags: UInt32 = 0
  var mask: UInt32 = 0
  /// How many updates came.
  var updates = 0

  /// Takes what an info says of what can be done with the call.
  mutating func take(_ info: ForeignCallInfo) {
    flags = flags & ~info.mask | info.flags & info.mask
    mask |= info.mask
  }

  var isUp: Bool { stage != .ended && stage != .void && stage != .forgotten }
}
