/// Why a call ended, as ``Host/ended(_:_:_:)`` tells it.
public enum EndReason: UInt32, Sendable {
  /// It could not be made, or broke.
  case failed = 1
  /// The far end hung up, declined, or was busy.
  case remote
  /// Nobody answered, here or there.
  case unanswered
  /// Another device of ours took it.
  case answeredElsewhere
  /// Another device of ours declined it.
  case declinedElsewhere
  /// We ended it.
  case local
}
