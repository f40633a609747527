internal import CallControl
internal import FoundationEssentials

/// A line's event and its effects, to be carried out after the lock is released.
///
/// Not copyable, since it is large and carried out once.
struct LineTurn: ~Copyable, Sendable {
  /// The policy and the roster of a new line; indirect, since it is rarely present and turns are moved often.
  indirect enum Opening: Sendable { case with(LinePolicy, Roster) }

  let event: LineEvent
  let time: Instant
  var effects: [LineEffect]
  /// The opening of the line, in its first turn.
  var opened: Opening?
  /// The requester of each request effect, in order; nil for the host's own requests.
  var askers: [PendingRequest?] = []
  /// The ids of each command among the effects, in order.
  var names: [CommandNames] = []
  /// The receivers of verdicts among the effects, by call.
  var verdicts: [CallID: IncomingVerdict] = [:]
  /// The notes for the host's recorder.
  var notes: [CallNote] = []
  /// The change for observers, if there are any.
  var change: LineChange?
  /// The line's new deadline, if it is earlier than the one noted.
  var wake: Instant?
  /// True when the line is idle after this turn.
  var isIdle = false
  /// True when the source must learn that the line is idle (K5).
  var leavesLine = false

  /// True when a provider lost its calls.
  var isLoss: Bool { if case .lost = event { true } else { false } }
}
