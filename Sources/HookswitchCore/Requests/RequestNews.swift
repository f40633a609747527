package import CallControl

/// A step in the life of a request, as its line decides it.
package enum RequestNews: Sendable {
  /// The request was accepted.
  case accepted
  /// The request was refused and changed nothing.
  case refused(CallError)
  /// An action was an End of a call that had ended already; its result comes next.
  case alreadyEnded(action: Int)
  /// An action has its result; nil means performed.
  case performed(action: Int, CallError?)
  /// The whole request was performed.
  case done
  /// The request failed, in whole or in part.
  case failed(CallError)
}

extension LineEffect {
  /// The effect's news for the requester, if any.
  ///
  /// A member of the effect, as its event is.
  var news: RequestNews? {
    switch self {
    case .accepted: .accepted
    case .refused(_, _, let error): .refused(error)
    case .alreadyEnded(_, let action): .alreadyEnded(action: action)
    case .performed(_, let action, let error): .performed(action: action, error)
    case .done: .done
    case .failed(_, _, let error): .failed(error)
    default: nil
    }
  }
}
