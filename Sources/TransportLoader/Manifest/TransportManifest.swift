/// A transport's description beside its library (`NAME.transport.json`), or in the ELF note within it.
///
/// It is read without running any code of the transport. If it contradicts the library, the transport is refused.
public struct TransportManifest: Hashable, Codable, Sendable {
  /// A transport's need for a process separate from the host's.
  ///
  /// The operator's setting overrides it.
  public enum Isolation: String, Codable, Sendable, CaseIterable {
    /// It must run in the host's process.
    case never
    /// Both are allowed.
    case allowed
    /// It prefers a separate process.
    case preferred
    /// It must not run in the host's process.
    case required
  }

  /// The clock of a transport's timers.
  public enum Clock: String, Codable, Sendable, CaseIterable {
    /// The host's clock, so that virtual time works.
    case host
    /// The transport's own clock.
    case own
  }

  /// The way in which a version of a transport takes over from another one that has calls, unless it offers `handover/1`.
  public enum Upgrade: String, Codable, Sendable, CaseIterable {
    /// It waits until no call is up.
    case idle
    /// It works beside the older version, which finishes its calls.
    case overlap
  }

  /// The transport's permanent id, reverse-DNS: `org.hookswitch.sip`.
  public var id: String
  /// Its name for people; nil when there is only a note.
  public var name: String?
  /// Its version, in its author's numbering.
  public var version: String
  /// Its maker.
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
  /// The programming language of its code.
  public var language: String?
  /// True when its code may be unmapped.
  public var unloadable: Bool?
  /// Its capabilities: `voice`, and the name of each extension offered.
  public var capabilities: [String]?
  /// The kinds of handle that it can call, its own first.
  public var handleKinds: [String]?
  /// The largest number of simultaneous calls of one instance; 0: no known limit.
  public var maximumCalls: UInt32?
  /// Its preference among suitable transports; the highest is chosen first.
  public var rank: Int = 128
  /// Its need for a separate process.
  public var isolation: Isolation = .allowed
  /// The clock of its timers.
  public var clock: Clock = .host
  /// The way in which it takes over from an older version.
  public var upgrade: Upgrade = .idle
  /// The time in seconds after which it notices that a far end is gone.
  public var deadPeerSeconds: UInt32?
  /// The schema of its configuration, as JSON text.
  public var configSchema: String?
  /// The things outside its process that it needs.
  package var needs = RunnerNeeds()
  /// The files that it reads.
  public var neededFiles: [String] { needs.files }
  /// True when it uses the network.
  public var needsNetwork: Bool { needs.network }
}
