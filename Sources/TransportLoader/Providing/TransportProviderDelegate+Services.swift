public import CallControl
internal import Locking

// Requests other than actions.
extension TransportProviderDelegate {
  /// Returns the instance's counters or a call's media statistics, as one JSON object of the transport's own format.
  ///
  /// - Parameters:
  ///   - call: the call; nil: the instance.
  /// - level: a higher level gives more detail.
  /// - Throws: the reason: the transport has no diagnostics (-3), does not know the call (-5), or does not run (-4).
  public func diagnostics(of call: CallID? = nil, level: UInt32 = 1) async throws(TransportFault) -> String {
    let (instance, handle) = state.withLock { state in (state.instance, call.map { state.book.handle(of: $0) } ?? CallHandle.none) }
    guard let instance else { throw Self.stopped }
    guard let handle else { throw TransportFault(code: -5, message: "it does not know the call") }
    return try await withCheckedContinuation { continuation in
      instance.diagnostics(of: handle, level: level) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Returns the state to keep beyond the process's end; it never holds a secret.
  ///
  /// - Throws: the reason: the transport keeps no state (-3) or does not run (-4).
  public func saveState() async throws(TransportFault) -> [UInt8] {
    guard let instance else { throw Self.stopped }
    return try await withCheckedContinuation { continuation in
      instance.saveState { continuation.resume(returning: $0) }
    }.get()
  }

  /// Gives the instance a state that it saved.
  ///
  /// - Throws: the reason why it refuses the state; it then goes on unchanged.
  public func loadState(_ saved: [UInt8]) async throws(TransportFault) {
    guard let instance else { throw Self.stopped }
    let fault: TransportFault? = await withCheckedContinuation { continuation in
      instance.loadState(saved) { continuation.resume(returning: $0) }
    }
    if let fault { throw fault }
  }

  /// Tells the instance the host's decision about a transfer that the far end requested.
  public func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {
    let (instance, handle) = state.withLock { ($0.instance, $0.book.handle(of: call)) }
    guard let instance, let handle else { return }
    let why = error.map { TransportFault(code: -1, domain: "hookswitch", message: $0.description) }
    instance.decideTransfer(handle, isAccepted: accepted, why)
  }
}
