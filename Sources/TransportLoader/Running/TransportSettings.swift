/// The settings of an instance.
public struct TransportSettings: Sendable {
  /// The host program's name, for the transport.
  public var hostName = "hookswitch"
  /// The host program's version.
  public var hostVersion = "0.1.0"
  /// The time-out of a plugin function, in milliseconds.
  public var patienceMilliseconds: UInt32 = 2000
  /// The most verbose level of log messages that are wanted: 0 none, 1 errors … 5 traces.
  public var logLevel: UInt32 = 3
  /// True when the messages of its network protocol are wanted; a transport may render them only then.
  public var wantsWire = false
  /// The extra time for a deactivation beyond its drain time, in milliseconds.
  public var drainGraceMilliseconds: UInt32 = 2000

  /// The store of the secrets that its configuration names.
  public var secrets = SecretStore.standard

  /// Makes the default settings.
  public init() {}
}
