public import CallControl
public import TransportLoader

extension CallHost {
  /// Has a transport register a provider's line at its network, or withdraw it, such as while another host serves the line.
  ///
  /// A withdrawn line gets no calls from its registrar, and its calls go on. The line's readiness shows the result.
  ///
  /// - Parameters:
  ///   - isRegistered: true to register, or to refresh a registration; false to withdraw it.
  ///   - provider: a transport's provider.
  ///   - milliseconds: the time for it, in milliseconds.
  ///   - then: called on any thread with the failure, or nil once the transport has begun and reported.
  public func setRegistered(
    _ isRegistered: Bool, of provider: ProviderID, deadlineMilliseconds milliseconds: UInt32 = 30_000,
    then: @escaping @Sendable (TransportFault?) -> Void = { _ in }
  ) {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      return then(TransportFault(.notSupported, "it is not a transport's provider"))
    }
    delegate.setRegistered(isRegistered, deadlineMilliseconds: milliseconds, completion: then)
  }
}
