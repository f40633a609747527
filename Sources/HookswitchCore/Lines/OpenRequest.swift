internal import CallControl
internal import FoundationEssentials

/// An accepted request that has not ended; its actions give their ids to commands.
struct OpenRequest: Sendable {
  struct Action: Sendable {
    let name: UUID
    let kind: CallOperation.Kind
    let call: CallID
  }

  let request: PendingRequest
  /// Actions whose ids are still unused.
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
