internal import CallControl

/// The last request or incoming call and its outcome, which `accepted`, `refused` and `failed` check.
struct LastAsked: Sendable {
  enum Outcome: Hashable, Sendable {
    case accepted
    case refused(CallError.Code)
    case failed(CallError.Code)
    case done
  }

  /// The last request.
  var request: RequestID?
  var outcome: Outcome?
  /// The last incoming call, if it came after the last request.
  var incoming: CallID?
  var refusal: CallError.Code?
}
