public import CallControl

extension CallHost {
  /// Tells the provider of a live call that a person pressed the provider's own button.
  ///
  /// Any thread. The provider's delegate hears of it on its lane (`provider(_:didPressButtonOf:)`); no rule judges the press, and no call
  /// changes.
  ///
  /// - Parameter call: the call.
  /// - Throws: `CallError`: `unknownCallUUID` when no such call is live, `notSupported` when its provider has no button.
  public func pressButton(of call: CallID) throws(CallError) {
    guard let live = self.call(call), !live.hasEnded else { throw CallError(.unknownCallUUID, [call]) }
    guard core.configuration(of: live.provider).callButton != nil, let box = core.provider(live.provider) else {
      throw CallError(.notSupported, [call])
    }
    box.call { $0.provider($1, didPressButtonOf: call) }
  }
}
