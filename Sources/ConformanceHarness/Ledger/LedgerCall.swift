package import TransportABI

/// The host's record of one call.
package struct LedgerCall: Hashable, Sendable {
  package enum Stage: String, Hashable, Sendable {
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

  package var stage: Stage
  /// The number of calls before it.
  var ordinal = 0
  var isIncoming = false
  package var isHeldRemotely = false
  /// The states that were reported, in order.
  package var states: [UInt32] = []
  /// The digits that the plugin reported.
  package var digits = ""
  /// The time of the latest report.
  package var lastTime: UInt64 = 0
  /// The reason with which it ended.
  package var endReason: UInt32?
  package var endFault: Fault?
  /// The peer, from report_incoming.
  package var handleKind = ""
  package var handle = ""
  /// The peer's name, from the latest report that had one.
  package var displayName = ""
  var replaces: UInt64 = 0
  /// The reported HSW_CI_ flags; each counts only where `mask` has it too.
  package var flags: UInt32 = 0
  package var mask: UInt32 = 0
  /// The number of updates.
  var updates = 0

  /// Merges the flags of an info into the call's.
  mutating func take(_ info: ForeignCallInfo) {
    flags = flags & ~info.mask | info.flags & info.mask
    mask |= info.mask
    if !info.displayName.isEmpty { displayName = info.displayName }
  }

  package var isUp: Bool { stage != .ended && stage != .void && stage != .forgotten }
}

/// A call's handle, which both sides use.
package struct CallRef: Hashable, Sendable, CustomStringConvertible {
  package let id: UInt64

  package init(id: UInt64) {
    self.id = id
  }

  var handle: hsw_call { hsw_call(id: id) }
  package var description: String { (id >> 63 == 1 ? "incoming call 0x" : "call 0x") + String(id, radix: 16) }
}

/// A plugin's error, copied.
package struct Fault: Hashable, Sendable {
  package var code: hsw_status
  var native: Int32 = 0
  package var cause: UInt32 = 0
  package var domain = ""
  package var message = ""
  /// The bits that a struct of this version leaves zero, in words; empty if they are.
  var stray = ""

  package init(code: hsw_status, native: Int32 = 0, cause: UInt32 = 0, domain: String = "", message: String = "") {
    (self.code, self.native, self.cause, self.domain, self.message) = (code, native, cause, domain, message)
  }
}

/// The host's record of one action.
package struct LedgerAction: Hashable, Sendable {
  enum Effect: Hashable, Sendable { case start, answer, end, hold(Bool), other }
  package enum State: Hashable, Sendable {
    /// Not completed yet.
    case open
    /// Done: HSW_OK was returned, or action_done came without an error.
    case done
    /// Refused: the function returned an error.
    case refused(Int32)
    /// action_done came with an error.
    case failed(Fault)
    /// The host cancelled it.
    case cancelled
    /// A reset dropped it.
    case forgotten
  }

  package var function: String
  package var call: UInt64
  var effect: Effect
  package var state = State.open
  /// True once the function has returned.
  var hasReturned = false
  /// The virtual time of the request.
  package var askedAt: UInt64
  /// The number of completions: a returned status other than HSW_PENDING, and every action_done.
  package var words = 0
}

/// An action that the host requested, and the status that the plugin function returned.
package struct ActionRef: Hashable, Sendable {
  package let id: UInt64
  /// The function, as in `calls.start`.
  package let function: String
  /// The status that it returned.
  package let status: hsw_status
}
