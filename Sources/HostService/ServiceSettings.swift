package import CallStore
internal import FoundationEssentials
internal import HookswitchCore
package import HostSurface
package import StrictJSON

/// The settings of a service.
package struct ServiceSettings: Sendable {
  /// The program's version.
  package var version: String
  /// The id of this start of the host.
  package var epoch: String
  /// The user of the host's process.
  package var owner: UInt32
  /// True for the host of the machine, which belongs to no person.
  package var isSystem = false
  /// The memory of calls; nil when the host keeps none.
  package var store: CallStore?
  /// The folder and the means of call directories; nil in a host without them.
  package var directories: DirectoryKeeper.Place?
  /// Makes an alarm by the store's clock; nil for the system's clock.
  package var alarm: (@Sendable () -> any WallAlarm)?
  /// The grants of the configuration, besides those of the store.
  package var grants: [AccessGrant] = []
  /// The peers that may say that a person makes their requests (A6), besides the owner and root.
  package var users: Set<String> = []
  /// The persons of the configuration who may have sessions, by name.
  package var people: [String: SessionPerson] = [:]
  /// The cluster of the host; nil for a host that stands alone.
  package var cluster: (any ClusterDesk)?
  /// The flight recorder that the host's settings have; nil for a host without one.
  package var flight: FlightDeck?
  /// The way to the other nodes of a cluster; nil for a host without a cluster.
  package var router: (any RequestRouter)?
  /// The functions of the program around the host.
  package var surroundings = ServiceSurroundings()

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - version: the program's version.
  ///   - owner: the user of the host's process.
  ///   - epoch: the id of this start of the host.
  package init(version: String, owner: UInt32, epoch: String = UUID.fresh().uuidString) {
    (self.version, self.owner, self.epoch) = (version, owner, epoch)
  }
}

/// The functions that the program around the host supplies; without one, its method answers `wrongState`.
package struct ServiceSurroundings: Sendable {
  /// The path of the configuration; nil for none.
  package var config: String?
  /// Reads the configuration again: `host.reload`.
  package var reload: (@Sendable () async -> Result<ReloadReport, MethodError>)?
  /// Ends the program once the last call has ended, or after a time: `host.drain`.
  package var drain: (@Sendable (Duration) -> Void)?
  /// Ends all calls and the program within a time: `host.stop`.
  package var stop: (@Sendable (Duration) -> Void)?
  /// Changes the level of the log and of topics: `host.setLog`.
  package var setLog: (@Sendable (LogLevel?, [String: LogLevel]) -> Void)?
  /// Returns the levels of the log, as the member `log` of `HostStatus`.
  package var log: @Sendable () -> JSONValue = { .object([]) }
  /// Takes the lines that transports log, with the topic `provider.NAME`, and returns at once.
  ///
  /// Nil leaves them to the topic `log`.
  package var takeLine: (@Sendable (_ level: LogLevel, _ topic: String, _ text: String) -> Void)?
  /// Takes a line about a call or a request, and returns at once; nil leaves such lines out.
  package var takeLogLine: (@Sendable (ServiceLogLine) -> Void)?
  /// Returns true when a line of a level and a topic is written.
  package var logs: @Sendable (_ level: LogLevel, _ topic: String) -> Bool = { _, _ in true }
  /// The transports of the program: `provider.add`, `transport.list`, `transport.unquarantine`.
  package var transports: (any TransportSource)?
  /// Asks the person to let a peer use a name as a provider (`provide`) or a screener (`screen`), and returns at once.
  package var askPerson: (@Sendable (_ peer: String, Right, _ name: String) -> Void)?
  /// The folder of recordings whose file has no path; nil for the temporary folder.
  package var recordings: String?

  /// Creates surroundings without any function.
  package init() {}
}

/// A line about calls or requests for the log of the program around a service.
package struct ServiceLogLine: Hashable, Sendable {
  /// The urgency.
  package var level: LogLevel
  /// The topic: `provider.NAME`, `socket` or `bus`.
  package var topic: String
  /// The calls, providers and peers that the line is about.
  package var subject: LogSubject
  /// One sentence.
  package var text: String
}

/// The result of a reload.
package struct ReloadReport: Hashable, Sendable {
  /// The members of the configuration that changed, as JSON paths.
  package var changed: [String]
  /// The providers that end with their last call.
  package var drained: [String]
  /// The members that wait for a restart.
  package var needRestart: [String]

  /// Creates a report.
  package init(changed: [String] = [], drained: [String] = [], needRestart: [String] = []) {
    (self.changed, self.drained, self.needRestart) = (changed, drained, needRestart)
  }

  var json: JSONValue {
    .object(of: ["changed": .strings(changed), "drained": .strings(drained), "needRestart": .strings(needRestart)])
  }
}
