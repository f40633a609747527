/// An event of a program's attachment to a call.
public struct AttachmentEvent: Hashable, Sendable {
  /// The kinds of event.
  public enum Kind: Hashable, Sendable {
    /// Audio flows for the first time.
    case started
    /// The call heard everything before this mark, or a flush or the attachment's end voided it.
    case mark(String, isFlushed: Bool)
    /// The queue ran empty: the call heard everything that was written.
    case drained
    /// The queue is full, and `write` takes no more.
    case full
    /// The queue has room again: four fifths of its limit wait.
    case room
    /// The call is held: the program hears nothing, and its queue stands still.
    case held
    /// The call is active again.
    case resumed
    /// The attachment has ended; the last event.
    case stopped(AttachmentEnd)
  }

  /// The kind of event.
  public var kind: Kind
  /// The samples that the call had heard then; for a mark its own place.
  public var position: Int64

  /// Creates an event.
  public init(_ kind: Kind, position: Int64) {
    self.kind = kind
    self.position = position
  }
}

/// The reason for the end of an attachment.
public enum AttachmentEnd: String, Hashable, Sendable {
  /// The call ended.
  case callEnded
  /// The program closed it.
  case closed
  /// The host ended it while the call existed: the host closed its audio.
  case detached
}

/// The state of an attachment at one moment.
public struct AttachmentStatus: Hashable, Sendable {
  /// The states of an attachment.
  public enum State: Hashable, Sendable {
    /// No audio has flowed yet.
    case waiting
    /// Audio flows.
    case started
    /// The call is held.
    case held
    /// The attachment has ended.
    case stopped(AttachmentEnd)
  }

  /// The state.
  public var state = State.waiting
  /// True between `pause` and `resume`.
  public var isPaused = false
  /// The program's samples per second.
  public var rate: Int
  /// The samples written that the call has heard.
  public var position: Int64 = 0
  /// The samples that wait.
  public var queued: Int64 = 0
  /// The samples that the program has read, of all channels together.
  public var heard: Int64 = 0
  /// The samples that the program did not read in time, of all channels together.
  public var lost: Int64 = 0
  /// The frames of 20 ms inside a sentence, from the first sample written to the drain, that had to contain silence.
  public var underruns: UInt64 = 0
  /// The single samples repeated or left out against drift.
  public var corrected: UInt64 = 0
  /// The samples of a live program that were left out because too many waited.
  public var skipped: Int64 = 0

  /// Creates the status of an attachment that waits.
  public init(rate: Int) {
    self.rate = rate
  }
}
