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
    self.actions = actions.indices.prefix(request.actions.count).map { index in
      Action(name: request.actions[index], kind: actions[index].kind, call: actions[index].call)
    }
  }
}
