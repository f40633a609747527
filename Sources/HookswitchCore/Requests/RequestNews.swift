package import CallControl

/// What becomes of a request, as the line decides it.
package enum RequestNews: Sendable {
  /// It will be planned in its turn.
  case accepted
  /// It changed nothing.
  case refused(CallError)
  /// One of its actions, an End, was about a call that had ended already; its result comes next.
  case alreadyEnded(action: Int)
  /// One of its actions has its result; nil: performed.
  case performed(action: Int, CallError?)
  /// All of it was performed.
  case done
  /// It came to nothing, or to a part.
  case failed(CallError)
}
