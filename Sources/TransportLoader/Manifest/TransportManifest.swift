/// What a transport says of itself beside its library (`NAME.transport.json`), or in the ELF note within it.
///
/// It is read without running any code of the transport. Where it and the library disagree, the transport is refused.
public struct TransportManifest: Hashable, Codable, Sendable {
  /// How a transport wants to be kept apart from the host.
  ///
  /// The operator's setting wins.
  public enum Isolation: String, Codable, Sendable, CaseIterable {
    /// It must run in the host's process.
    case never
    /// Either will do.
    case allowed
    /// It would rather have a process of its own.
    case preferred
    /// It must not run in the host's process.
    case required
  }

  /// Whose timers a transport runs on.
  public enum Clock: String, Codable, Sendable, CaseIterable {
    /// The host's: virtual time reaches it.
    case host
    /// Its own.
    case own
  }

  /// The transport's name for ever, reverse-DNS: `org.hookswitch.sip`.
  public var id: String
  /// Its name for people; nil in what only a note says.
  public var name: String?
  /// Its version, as its author counts.
  public var version: String
  /// Who made it.
  public var vendor: String?
  /// Its licence, as SPDX names it.
  public var license: String?
  /// The file name of its library, in the manifest's folder.
  public var library: String
  /// The library's build-id in hexadecimal digits.
  public var buildID: String?
  /// The major version of the contract that it was written for.
  public var abiMajor: UInt32
  /// The minor version of the contract that it was written for.
  public var abiMinor: UInt32
  /// The language that it is written in.
  public var language: String?
  /// Whether its code may be unmapped.
  public var unloadable: Bool?
  /// What it can do: `voice`, and the name of each extension offered.
  public var capabilities: [String]?
  /// The kinds of handle that it can call, its own first.
  public var handleKinds: [String]?
  /// How many calls one instance can have at once; 0: no limit known.
  public var maximumCalls: UInt32?
  /// Which transport is chosen first where several would do; the highest.
  public var rank: Int = 128
  /// How it wants to be kept apart.
  public var isolation: Isolation = .allowed
  /// Whose timers it runs on.
  public var clock: Clock = .host
  /// After how many seconds it notices that a far end is gone.
  public var deadPeerSeconds: UInt32?
  /// The schema of its configuration, as JSON text.
  public var configSchema: String?
  /// Files that it reads.
  public var neededFiles: [String] = []
  /// Whether it uses the network.
  public var needsNetwork = false
}
