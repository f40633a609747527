public import CallControl
public import TransportLoader

/// The settings of a new host; most can be changed later.
public struct HostSettings: Sendable {
  /// The default policy of lines.
  public var policy = LinePolicy()
  /// The policies of single lines; `each` is for lines made for one incoming call.
  public var policies: [LineID: LinePolicy] = [:]
  /// The kinds of handle that the host can compare.
  public var handles = HandleRegistry()
  /// The blocked callers (I1).
  public var blocked: [Handle] = []
  /// The callers that do-not-disturb lets through (I1).
  public var letThrough: [Handle] = []
  /// The settings of the host's audio (`audio` in the module Hookswitch); nil when the providers carry it, and the host only assigns it.
  package var sound: (any HostSoundSettings)?
  /// The place where transports run whose manifest demands none.
  ///
  /// With `process`, transports added by `CallHost.addProvider(_:fromTransport:)` run in processes of their own, which the host starts with
  /// `posix_spawn` and waits for. Do not choose it in a program that reaps all its children or ignores SIGCHLD.
  public var isolation = IsolationMode.inside
  /// The journal's sinks; default none.
  public var journals: [any JournalSink] = []
  /// The flight recorder: a sink of the same records that never ends, and for which transports keep no messages of their own; nil for none.
  package var flightRecorder: (any JournalSink)?
  /// Judges the caller of an incoming call before the line does (I9); nil for no judge.
  ///
  /// Called on the thread of the provider's report; it must return within microseconds, and must not call the host. Its verdict goes into
  /// the journal with the call, so that a replay decides the same.
  public var judge: (@Sendable (CallerQuestion) -> CallerVerdict)?
  /// Keeps notes about calls, such as a store; nil for none.
  ///
  /// The host notes each begin, connection, end and refusal before it tells any program of it.
  public var recorder: (any HistoryRecorder)?
  /// The source of the lines' standings in a cluster of hosts (K5); nil for a host that stands alone, whose lines are all its own.
  public var standings: (any LineStandingSource)?
  /// The calls of earlier hosts that ended within the last day, with their lines: their ids are refused (S7).
  public var usedCalls: [CallID: LineID] = [:]
  /// Chooses the line of an incoming call; nil, or no closure, for the provider's line.
  ///
  /// Called on the thread of the provider's report; it must return at once. Not called for calls that name a line. A call that replaces
  /// another is on that one's line in any case (R4).
  public var lineForIncoming: (@Sendable (IncomingCall, ProviderID) -> LineID?)?

  /// Creates default settings: no caller blocked, no journal.
  public init() {}
}

extension LineID {
  /// As the line of incoming calls, gives every call a line of its own, as servers need.
  ///
  /// The lines are named `each-1`, `each-2` … and forgotten some time after their call. Their policy is that of `each`.
  public static let each: LineID = "each"
  /// As the line of incoming calls, gives each call the line that has the name of the user or number that was called, as the nodes of a
  /// cluster need; a call without a callee is on `main`.
  ///
  /// Such a line is forgotten some time after its last call, unless do-not-disturb is on: callers may name any number of them.
  public static let called: LineID = "called"
}
