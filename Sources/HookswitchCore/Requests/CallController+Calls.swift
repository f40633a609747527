public import CallControl
public import FoundationEssentials

/// The functions for single actions, which return when the request is accepted and throw `CallError` when it is refused.
extension CallController {
  /// Starts a call; returns the call's id.
  @discardableResult
  public func start(
    _ handle: Handle, call: CallID = .fresh(), isVideo: Bool = false, through provider: ProviderID? = nil, origin: Origin = .user
  ) async throws(CallError) -> CallID {
    let action = StartCallAction(call: call, handle: handle, isVideo: isVideo)
    try await request(Transaction(action: action), through: provider, origin: origin)
    return call
  }

  /// Starts a call that a link or another program requested; returns the call's id.
  @discardableResult
  public func start(_ request: StartCallRequest, call: CallID = .fresh(), origin: Origin = .user) async throws(CallError) -> CallID {
    let action = StartCallAction(
      call: call, handle: request.handle, isVideo: request.isVideo, contactIdentifier: request.contactIdentifier)
    try await self.request(Transaction(action: action), through: request.provider, origin: origin)
    return call
  }

  /// Answers a ringing call; `choice` sets the permitted effect on the calls in the way.
  @discardableResult
  public func answer(_ call: CallID, _ choice: AnswerChoice = .automatic, origin: Origin = .user) async throws(CallError) -> PendingRequest
  {
    try await requestTransaction(with: AnswerCallAction(call: call, choice: choice), origin: origin)
  }

  /// Ends a call, or declines it while it rings.
  @discardableResult
  public func end(_ call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: EndCallAction(call: call), origin: origin)
  }

  /// Declines a ringing call, with details for the caller.
  ///
  /// A call that is answered in the meantime is ended.
  @discardableResult
  public func decline(_ call: CallID, _ decline: Decline = Decline(), origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: EndCallAction(call: call, decline: decline), origin: origin)
  }

  /// Ends every member of a call's group, side by side (E7).
  @discardableResult
  public func endGroup(of call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.endGroup(call), origin)
  }

  /// Holds a call's whole group.
  @discardableResult
  public func hold(_ call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: SetHeldCallAction(call: call, onHold: true), origin: origin)
  }

  /// Resumes a call's whole group; the front group is held first (H4).
  @discardableResult
  public func resume(_ call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: SetHeldCallAction(call: call, onHold: false), origin: origin)
  }

  /// Holds the front group and resumes the most recently held one (H4).
  @discardableResult
  public func swap(origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.swap, origin)
  }

  /// Merges the whole groups of the named calls (G1, G2).
  @discardableResult
  public func merge(_ calls: [CallID], origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.merge(calls), origin)
  }

  /// Splits a call from its group into the front alone; the rest is held (G4).
  @discardableResult
  public func split(_ call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: SetGroupCallAction(call: call, callUUIDToGroupWith: nil), origin: origin)
  }

  /// Requests any operation on a call but a Start; the other functions are short forms of this one.
  @discardableResult
  public func perform(_ operation: CallOperation, on call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: operation.action(on: call, named: .fresh()), origin: origin)
  }

  /// Mutes or unmutes our side of a call (M1).
  @discardableResult
  public func setMuted(_ call: CallID, _ isMuted: Bool, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: SetMutedCallAction(call: call, muted: isMuted), origin: origin)
  }

  /// Sends tones: `0-9 * # A-D`, `,` for a pause of 2 s, `;` for a wait until `continueDTMF` (M2).
  @discardableResult
  public func playDTMF(_ call: CallID, _ digits: String, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: PlayDTMFCallAction(call: call, digits: digits), origin: origin)
  }

  /// Continues a call's tones after a `;`.
  @discardableResult
  public func continueDTMF(_ call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.continueDTMF(call), origin)
  }

  /// Transfers a call to a handle, or to the far end of another of our calls (R1, R2).
  @discardableResult
  public func transfer(_ call: CallID, to target: TransferTarget, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: TransferCallAction(call: call, to: target), origin: origin)
  }

  /// Sends a ringing call on to another handle without answering it (R5).
  @discardableResult
  public func deflect(_ call: CallID, to handle: Handle, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await requestTransaction(with: DeflectCallAction(call: call, to: handle), origin: origin)
  }

  /// Grants a far end's transfer request by calling the handle that it named (R3).
  @discardableResult
  public func acceptTransfer(of call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.acceptTransfer(call), origin)
  }

  /// Denies a far end's transfer request (R3).
  @discardableResult
  public func refuseTransfer(of call: CallID, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await ask(.refuseTransfer(call), origin)
  }

  private func ask(_ body: RequestBody, _ origin: Origin) async throws(CallError) -> PendingRequest {
    let request = submit(body, origin: origin)
    try await request.accepted()
    return request
  }
}
