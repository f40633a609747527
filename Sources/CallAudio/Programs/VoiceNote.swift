/// An event of a program's voice.
package struct VoiceNote: Equatable, Sendable {
  /// The kinds of event.
  package enum Kind: Equatable, Sendable {
    /// A mark was reached, or voided by a flush.
    case mark(String, isFlushed: Bool)
    /// All samples written were mixed.
    case drained
    /// The queue's limit is reached.
    case full
    /// Four fifths of the queue's limit wait.
    case room
  }

  /// The kind of event.
  package var kind: Kind
  /// The samples mixed then.
  package var position: Int64
}

/// The figures of a program's voice.
package struct VoiceFigures: Equatable, Sendable {
  /// The samples written that were mixed.
  package var position: Int64 = 0
  /// The samples that wait.
  package var queued: Int64 = 0
  /// The frames inside a sentence that had to contain silence.
  package var underruns: UInt64 = 0
  /// The single samples repeated or left out against drift.
  package var corrected: UInt64 = 0
  /// The samples of a live program left out because too many waited.
  package var skipped: Int64 = 0
}
