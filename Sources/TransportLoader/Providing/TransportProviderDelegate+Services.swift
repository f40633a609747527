public import CallControl
internal import Locking

// What is asked beside calls.
extension TransportProviderDelegate {
  /// The instance's counters, or a call's media statistics: one JSON object, in the transport's own words.
  ///
  /// - Parameters:
  ///   - call: the call; nil: the instance.
  ///   - level: a higher one tells more.
  /// - Throws: why there are none: the transport does not tell them (-3), knows no such call (-5), or does not run (-4).
  public func diagnostics(of call: CallID? = nil, level: UInt32 = 1) async throws(TransportFault) -> String {
    let (instance, handle) = state.withLock { state in (state.instance, call.map { state.book.handle(of: $0) } ?? CallHandle.none) }
    guard let instance else { throw Self.stopped }
    guard let handle else { throw TransportFault(code: -5, message: "it knows no such call") }
    return try await withCheckedContinuation { continuation in
      instance.diagnostics(of: handle, level: level) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The state that is to outlive the process; never a secret.
  ///
  /// - Throws: why there is none: the transport keeps none (-3), or does not run (-4).
  public func saveState() async throws(TransportFault) -> [UInt8] {
    guard let instance else { throw Self.stopped }
    return try await withCheckedContinuation { continuation in
      instance.saveState { continuation.resume(returning: $0) }
    }.get()
  }

  /// Hands the instance a state that it saved.
  ///
  /// - Throws: why it does not take it; it then goes on as it was.
  public func loadState(_ saved: [UInt8]) async throws(TransportFault) {
    guard let instance else { throw Self.stopped }
    let fault: TransportFault? = await withCheckedContinuation { continuation in
      instance.loadState(saved) { continuation.resume(returning: $0) }
    }
    if let fault { throw fault }
  }

  /// Tells what the host decided about a transfer that the far end asked for.
  public func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {
    let (instance, handle) = state.withLock { ($0.instance, $0.book.handle(of: call)) }
    guard let instance, let handle else { return }
    let why = error.map { TransportFault(code: -1, domain: "hookswitch", message: $0.description) }
    instance.decideTransfer(handle, isAccepted: accepted, why)
  }
}
