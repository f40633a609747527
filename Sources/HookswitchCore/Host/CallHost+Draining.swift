public import CallControl
internal import Locking

extension CallHost {
  /// Takes no new incoming call while `isOn`: each is refused as one too many (I3), which its network hears as busy.
  ///
  /// Calls in progress go on. Requests are not refused: the program that drains makes none. Any thread.
  ///
  /// - Parameters:
  ///   - isOn: true to begin, false to take calls again.
  ///   - provider: the provider that takes no call; nil for all.
  public func setDraining(_ isOn: Bool, provider: ProviderID? = nil) {
    core.board.withLock { $0.switchboard.setDraining(isOn, provider) }
  }

  /// Stops the tone of a ringing call, which goes on ringing and can be answered (I10).
  ///
  /// Any thread. A call that does not ring stays as it is.
  ///
  /// - Parameter call: the call.
  public func silence(_ call: CallID) {
    guard let box = core.board.withLock({ $0.line(of: call) }) else { return }
    core.submit(.event(.silence(call)), to: box)
  }
}
