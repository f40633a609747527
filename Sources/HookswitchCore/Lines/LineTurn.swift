internal import CallControl
internal import FoundationEssentials

/// One event of a line and what is to be done about it, once the line's lock is given back.
///
/// It is carried out once, and too large to be copied on the way.
struct LineTurn: ~Copyable, Sendable {
  let event: LineEvent
  let time: Instant
  var effects: [LineEffect]
  /// Of a line's first turn: what it began with.
  var opened: (policy: LinePolicy, roster: Roster)?
  /// Who asked, for each answer to a request among the effects, in order; nil: nobody of ours.
  var askers: [PendingRequest?] = []
  /// What each command among the effects is known by, in order.
  var names: [CommandNames] = []
  /// The verdict that an incoming call of this turn, or of one before, gets among the effects.
  var verdicts: [CallID: IncomingVerdict] = [:]
  /// What observers see, if anybody observes.
  var change: LineChange?
  /// When the line must be looked at again, if that is earlier than it was.
  var wake: Instant?
  /// Whether nothing is left on the line.
  var isIdle = false

  /// Whether a provider lost its calls.
  var isLoss: Bool { if case .lost = event { true } else { false } }
}
