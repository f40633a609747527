/// An incoming call as a provider announces it.
public struct IncomingCall: Hashable, Codable, Sendable {
  /// The call's id, chosen by the provider.
  public var call: CallID
  /// The caller and the call's capabilities, as far as the provider knows them.
  public var update: CallUpdate
  /// The connected call of the same provider that this one replaces (R4).
  public var replaces: CallID?
  /// The line to ring on; nil for the provider's.
  public var line: LineID?

  /// Announces a call.
  public init(call: CallID, update: CallUpdate = CallUpdate(), replaces: CallID? = nil, line: LineID? = nil) {
    self.call = call
    self.update = update
    self.replaces = replaces
    self.line = line
  }
}
