public import CallControl

/// What a screener is told of the call that it is asked about.
public struct ScreeningRequest: Hashable, Sendable {
  /// The call; nobody else knows of it yet.
  public let call: CallID
  /// Whose call it is.
  public let provider: ProviderID
  /// The line that it would ring on.
  public let line: LineID
  /// Who calls, as far as the provider knows by now.
  public let update: CallUpdate
}

/// A program that is asked about an incoming call before anybody sees or hears it (I8).
///
/// It has as long as the line's policy says (1 s unless configured); then its task is cancelled, and a verdict that comes later is not obeyed.
public typealias Screener = @Sendable (ScreeningRequest) async -> ScreenVerdict

/// A screener that also says whom it takes the caller to be; nil: it does not know.
public typealias IdentifyingScreener = @Sendable (ScreeningRequest) async -> (verdict: ScreenVerdict, caller: ScreenedCaller?)
