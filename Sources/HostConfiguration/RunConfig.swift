package import Hookswitch
package import TransportLoader

#if HOOKSWITCH_SOUND
  package import MediaStreams
#endif

/// The configuration of `hookswitch run --config`; docs/run.md describes it.
package struct RunConfig: Equatable, Sendable {
  /// One provider.
  package struct Account: Equatable, Sendable {
    /// The place in the file, as a JSON path.
    package var path: String
    /// The provider's name, as in `dial`.
    package var name: String
    /// The transport: its id, or the id's last part.
    package var transport: String
    /// The line for its incoming calls; nil for the default.
    package var line: LineID?
    /// The transport's own configuration as JSON text; empty for the defaults.
    package var settings = ""
    /// The place of the transport's own configuration in the file, as a JSON path.
    package var settingsPath: String?
    package var maximumCallGroups: Int?
    package var maximumCallsPerCallGroup: Int?
    package var emergencyNumbers: [String]?
    package var deadlines = DeadlinePolicy()
    /// The isolation of its transport; nil for that of all providers.
    package var isolation: RunIsolation?
    /// The process that it shares; nil for the default.
    package var share: RunnerShare?
    #if HOOKSWITCH_SOUND
      /// The program that answers its incoming calls.
      package var stream: StreamTarget?
    #endif

    package init(path: String, name: String, transport: String, line: LineID? = nil) {
      (self.path, self.name, self.transport, self.line) = (path, name, transport, line)
    }

    /// True when the account overrides a value of its transport's provider configuration.
    package var differsFromTransport: Bool {
      maximumCallGroups != nil || maximumCallsPerCallGroup != nil || emergencyNumbers != nil || deadlines != DeadlinePolicy()
    }
  }

  /// The file's name, for later errors.
  package var file = ""
  /// Folders to search for transports before the standard ones.
  package var folders: [String] = []
  /// SHA-256 digests of transports' libraries, by the transport's id.
  package var pins: [String: String] = [:]
  /// The number plan of the host's region; nil for the region of the environment.
  package var numbers: LocalNumbers?
  /// Blocked callers (I1).
  package var blocked: [Handle] = []
  /// Callers that ring although do-not-disturb is on (I1).
  package var letThrough: [Handle] = []
  /// Emergency numbers on every line (Y1); nil for those of the region.
  package var emergencyNumbers: [String]?
  /// The audio settings; nil for the default.
  package var audio: RunAudio?
  /// The isolation of all providers' transports.
  package var isolation: RunIsolation?
  /// The policy of every line.
  package var policy = LinePolicy()
  /// The policies of single lines, in place of `policy`.
  package var policies: [LineID: LinePolicy] = [:]
  /// The lines whose policies have emergency numbers of their own.
  package var linesWithNumbers: Set<LineID> = []
  /// The screeners that lines ask, besides those of the policy.
  package var screeners: [RunScreener] = []
  /// The providers; nil for one of each transport that is found.
  package var accounts: [Account]?

  package init(file: String = "") { self.file = file }

  /// An error that is found only after the file was read.
  package func wrong(_ account: Account, _ member: String, _ reason: String) -> RunConfigError {
    RunConfigError(file: file, path: "\(account.path).\(member)", reason: reason)
  }
}

/// An error in a configuration of `hookswitch run`.
package struct RunConfigError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  package var file: String
  /// The place as a JSON path, such as `$.providers[0].transport`.
  package var path: String
  /// The fault, with advice.
  package var reason: String

  package init(file: String, path: String, reason: String) {
    (self.file, self.path, self.reason) = (file, path, reason)
  }

  package var description: String { "\(file): \(path): \(reason)" }
}
