internal import CallControl
internal import FoundationEssentials

/// A request that was accepted and has not ended; its actions lend their names to the commands that carry them out.
struct OpenRequest: Sendable {
  struct Action: Sendable {
    let name: UUID
    let kind: CommandKind
    let call: CallID
  }

  let request: PendingRequest
  /// Actions whose names are not lent yet.
  var actions: [Action]

  init(_ request: PendingRequest, _ body: RequestBody) {
    self.request = request
    guard case .transaction(let actions) = body else {
      self.actions = []
      return
    }
    self.actions = zip(actions, request.actions).map { Action(name: $1, kind: $0.kind, call: $0.call) }
  }
}
