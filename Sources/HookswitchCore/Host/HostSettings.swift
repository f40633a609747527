public import CallControl

/// What a host is told when it is made; most of it can be changed later.
public struct HostSettings: Sendable {
  /// The policy of lines that have none of their own.
  public var policy = LinePolicy()
  /// Policies of single lines; `each` is that of lines made for one incoming call.
  public var policies: [LineID: LinePolicy] = [:]
  /// The kinds of handle that are compared by more than their text.
  public var handles = HandleRegistry()
  /// Callers that are refused (I1).
  public var blocked: [Handle] = []
  /// Callers that do-not-disturb lets through (I1).
  public var letThrough: [Handle] = []
  /// How sound is carried here (`audio` in the module Hookswitch); nil: by the providers themselves, and the host only says whose it is.
  package var sound: (any HostSoundSettings)?
  /// Who keeps the journal; nobody unless told.
  public var journals: [any JournalSink] = []
  /// The line that an incoming call should ring on; nil, or no closure: the provider's.
  ///
  /// Called on the thread on which the provider spoke, and must return at once. Not asked of calls that name a line themselves; a call that
  /// takes the place of another is on that one's line whatever it says (R4).
  public var lineForIncoming: (@Sendable (IncomingCall, ProviderID) -> LineID?)?

  /// The rules' defaults, nobody blocked, no journal.
  public init() {}
}
