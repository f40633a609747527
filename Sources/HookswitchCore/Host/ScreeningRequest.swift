public import CallControl

/// A question to a screener about an incoming call.
public struct ScreeningRequest: Hashable, Sendable {
  /// The call, which only screeners know of yet.
  public let call: CallID
  /// The call's provider.
  public let provider: ProviderID
  /// The line that the call would ring on.
  public let line: LineID
  /// The caller and the call's details, as far as the provider knows them.
  public let update: CallUpdate
}

/// A program that judges an incoming call before it is shown (I8).
///
/// It has the time in the line's policy (default 1 s); then the host cancels its task and ignores a later verdict.
public typealias Screener = @Sendable (ScreeningRequest) async -> ScreenVerdict

/// A screener that also identifies the caller; nil when it cannot.
public typealias IdentifyingScreener = @Sendable (ScreeningRequest) async -> (verdict: ScreenVerdict, caller: ScreenedCaller?)
