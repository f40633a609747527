internal import Hookswitch

/// Sends the machine's requests to a host, and waits for their outcomes.
struct HostAsk: Sendable {
  let host: CallHost

  /// Performs a request; returns when it was performed, refused or failed.
  func perform(_ body: RequestBody, line: LineID) async -> AskOutcome {
    let request: PendingRequest
    do throws(CallError) {
      request = try await accepted(body, CallController(host: host, line: line))
    } catch {
      return .refused(error)
    }
    do throws(CallError) {
      try await request.performed()
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func accepted(_ body: RequestBody, _ controller: CallController) async throws(CallError) -> PendingRequest {
    switch body {
    case .transaction(let actions):
      var provider: ProviderID?
      if case .start(_, let named, _)? = actions.first { provider = named }
      return try await controller.request(Transaction(actions: actions.map(\.action)), through: provider)
    case .endGroup(let call): return try await controller.endGroup(of: call)
    case .swap: return try await controller.swap()
    case .merge(let calls): return try await controller.merge(calls)
    case .continueDTMF(let call): return try await controller.continueDTMF(call)
    case .acceptTransfer(let call): return try await controller.acceptTransfer(of: call)
    case .refuseTransfer(let call): return try await controller.refuseTransfer(of: call)
    }
  }
}

extension RequestedAction {
  /// The action as the host's API has it.
  fileprivate var action: any CallAction {
    switch self {
    case .start(let call, _, let details):
      StartCallAction(call: call, handle: details.handle, isVideo: details.isVideo, contactIdentifier: details.contactIdentifier)
    case .answer(let call, let choice): AnswerCallAction(call: call, choice: choice)
    case .end(let call, let decline): EndCallAction(call: call, decline: decline)
    case .setHeld(let call, let on): SetHeldCallAction(call: call, onHold: on)
    case .setMuted(let call, let on): SetMutedCallAction(call: call, muted: on)
    case .setGroup(let call, let other): SetGroupCallAction(call: call, callUUIDToGroupWith: other)
    case .playDTMF(let call, let digits): PlayDTMFCallAction(call: call, digits: digits)
    case .transfer(let call, let target): TransferCallAction(call: call, to: target)
    }
  }
}
