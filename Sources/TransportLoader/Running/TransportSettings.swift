/// How an instance runs.
public struct TransportSettings: Sendable {
  /// The host program's name, as the transport hears it.
  public var hostName = "hookswitch"
  /// The host program's version.
  public var hostVersion = "0.1.0"
  /// How long a function of the transport may take before it is given up, in milliseconds.
  public var patienceMilliseconds: UInt32 = 2000
  /// The most talkative level of log messages that are wanted: 0 none, 1 errors … 5 traces.
  public var logLevel: UInt32 = 3
  /// Whether the messages of its network protocol are wanted: a transport that has to make them for a trace alone then does.
  public var wantsWire = false
  /// How much longer than its drain time a deactivation may take, in milliseconds.
  public var drainGraceMilliseconds: UInt32 = 2000

  /// Where the secrets are that its configuration names.
  public var secrets = SecretStore.standard

  /// Runs it with the usual bounds.
  public init() {}
}
