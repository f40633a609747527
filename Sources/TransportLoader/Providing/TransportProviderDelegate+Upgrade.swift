internal import CallControl
internal import Locking

// The change to another version of a transport that does not hand its calls over.
extension TransportProviderDelegate {
  /// Has Starts wait, because the instance is about to end (S8).
  func pause() {
    guard let provider = state.withLock({ $0.provider }) else { return }
    provider.report([.notReady(nil)])
  }

  /// Lets Starts go on, if the instance's line lets them.
  func resume() {
    let (provider, line) = state.withLock { ($0.provider, $0.seats.present?.line) }
    if let provider, let line { provider.report([line]) }
  }

  /// Ends the instance, and waits until it is gone; its end is no loss.
  func closeInstance() async {
    await withCheckedContinuation { continuation in end(drainMilliseconds: 0) { continuation.resume() } }
  }

  /// Begins an instance and waits until it is active; returns its loss, which is not reported.
  func beginInstance() async -> TransportLoss? {
    guard state.withLock({ $0.provider != nil && !$0.isOver && $0.seats.present == nil }) else { return nil }
    return await withCheckedContinuation { continuation in
      state.withLock { $0.beginning = { continuation.resume(returning: $0) } }
      begin()
    }
  }
}
