/// A step of a call that a host notes before any program can learn of it.
///
/// Each note describes the whole call, so that a reader that misses earlier notes loses nothing.
public struct CallNote: Hashable, Sendable {
  /// The step of the call.
  public enum Step: UInt8, Sendable, CaseIterable {
    /// An outgoing call was accepted, or an incoming call rings.
    case begun = 1
    /// Both sides can talk for the first time.
    case connected = 2
    /// The call ended.
    case ended = 3
    /// An incoming call was refused without being shown.
    case refused = 4
  }

  /// The step.
  public var step: Step
  /// The call's line.
  public var line: LineID
  /// The call so far; before its end, with the outcome that an end now would give, and with the note's time as its end.
  public var record: CallRecord
  /// The time when its Start was fulfilled.
  public var started: Instant?
  /// The time when the far end began to ring.
  public var connecting: Instant?
  /// The call's group; nil for a refused call.
  public var group: GroupID?
  /// True for an emergency call (Y).
  public var isEmergency: Bool
  /// True when the call carries video.
  public var hasVideo: Bool
  /// True when the history keeps the provider's calls (`ProviderConfiguration.includesCallsInRecents`).
  public var isKept = true
  /// The person or program that started, answered or declined the call first; nil while there is none with a name.
  public var actor: String?
  /// The nanoseconds to add to an `Instant` for the time since 1970.
  public var dateOffset: Int64 = 0

  /// Creates a note about a refused call, or one of which only the record is known.
  public init(_ step: Step, line: LineID, record: CallRecord) {
    self.step = step
    self.line = line
    self.record = record
    isEmergency = false
    hasVideo = false
  }
}

/// A receiver of notes about calls, such as a store (`HostSettings.recorder`).
public protocol HistoryRecorder: AnyObject, Sendable {
  /// Keeps a note, so that it survives the end of the process.
  ///
  /// The host calls it on the thread that drains the call's line, before it tells any program of the step. It must return within
  /// microseconds. The notes of one line come in order; different lines call it at the same time.
  func note(_ note: CallNote)
}

extension Line {
  /// Returns a note about a call that is under way; nil when the line has no such call.
  package func note(_ step: CallNote.Step, of call: CallID) -> CallNote? {
    guard let index = table.index(of: call) else { return nil }
    let leg = table.legs[index]
    let outcome: CallRecord.Outcome
    if leg.connected != nil { outcome = .answered } else { outcome = leg.direction == .outgoing ? .failed : .missed }
    var note = CallNote(step, line: id, record: CallRecord(of: leg, outcome: outcome, ended: now))
    note.started = leg.started
    note.connecting = leg.connecting
    note.group = leg.group
    note.isEmergency = leg.marks.contains(.emergency)
    note.hasVideo = leg.capabilities.contains(.video)
    return note
  }
}
