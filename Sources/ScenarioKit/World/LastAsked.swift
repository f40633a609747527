internal import CallControl

/// What the host was asked last, and what became of it: what `accepted`, `refused` and `failed` are about.
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
  /// The last incoming call, when it came after the last request.
  var incoming: CallID?
  var refusal: CallError.Code?
}
