internal import Hookswitch
internal import TransportLoader

/// The configuration of `hookswitch run --config`; docs/run.md describes it.
struct RunConfig: Equatable, Sendable {
  /// One provider.
  struct Account: Equatable, Sendable {
    /// The place in the file, as a JSON path.
    var path: String
    /// The provider's name, as in `dial`.
    var name: String
    /// The transport: its id, or the id's last part.
    var transport: String
    /// The line for its incoming calls; nil for the default.
    var line: LineID?
    /// The transport's own configuration as JSON text; empty for the defaults.
    var settings = ""
    /// The place of the transport's own configuration in the file, as a JSON path.
    var settingsPath: String?
    var maximumCallGroups: Int?
    var maximumCallsPerCallGroup: Int?
    var emergencyNumbers: [String]?
    var deadlines = DeadlinePolicy()
    /// The isolation of its transport; nil for that of all providers.
    var isolation: RunIsolation?
    /// The process that it shares; nil for the default.
    var share: RunnerShare?

    /// True when the account overrides a value of its transport's provider configuration.
    var differsFromTransport: Bool {
      maximumCallGroups != nil || maximumCallsPerCallGroup != nil || emergencyNumbers != nil || deadlines != DeadlinePolicy()
    }
  }

  /// The file's name, for later errors.
  var file = ""
  /// Folders to search for transports before the standard ones.
  var folders: [String] = []
  /// SHA-256 digests of transports' libraries, by the transport's id.
  var pins: [String: String] = [:]
  /// The number plan of the host's region; nil for the region of the environment.
  var numbers: LocalNumbers?
  /// Blocked callers (I1).
  var blocked: [Handle] = []
  /// Emergency numbers on every line (Y1); nil for those of the region.
  var emergencyNumbers: [String]?
  /// The audio settings; nil for the default.
  var audio: RunAudio?
  /// The isolation of all providers' transports.
  var isolation: RunIsolation?
  /// The policy of every line.
  var policy = LinePolicy()
  /// The screeners that lines ask, besides those of the policy.
  var screeners: [RunScreener] = []
  /// The providers; nil for one of each transport that is found.
  var accounts: [Account]?

  /// An error that is found only after the file was read.
  func wrong(_ account: Account, _ member: String, _ reason: String) -> RunConfigError {
    RunConfigError(file: file, path: "\(account.path).\(member)", reason: reason)
  }
}

/// An error in a configuration of `hookswitch run`.
struct RunConfigError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  var file: String
  /// The place as a JSON path, such as `$.providers[0].transport`.
  var path: String
  /// The fault, with advice.
  var reason: String

  var description: String { "\(file): \(path): \(reason)" }
}
