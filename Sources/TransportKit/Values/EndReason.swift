/// The reason of a call's end, for ``Host/ended(_:_:_:)``.
public enum EndReason: UInt32, Sendable {
  /// The call could not be made, or broke.
  case failed = 1
  /// The far end hung up, declined, or was busy.
  case remote
  /// The callee did not answer, on either side.
  case unanswered
  /// Another device of the user answered it.
  case answeredElsewhere
  /// Another device of the user declined it.
  case declinedElsewhere
  /// This side ended it.
  case local
}
