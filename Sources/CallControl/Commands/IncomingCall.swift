/// A call that a provider says is coming in.
public struct IncomingCall: Hashable, Codable, Sendable {
  /// Its name from now on; the provider chooses it.
  public var call: CallID
  /// Who calls and what the call can do, as far as the provider knows by now.
  public var update: CallUpdate
  /// The connected call of the same provider whose place it takes (R4).
  public var replaces: CallID?
  /// The line it should ring on; nil: the provider's.
  public var line: LineID?

  /// Announces a call.
  public init(call: CallID, update: CallUpdate = CallUpdate(), replaces: CallID? = nil, line: LineID? = nil) {
    self.call = call
    self.update = update
    self.replaces = replaces
    self.line = line
  }
}
