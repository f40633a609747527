internal import Hookswitch

/// What the file of `hookswitch run --config` says; docs/run.md describes it.
struct RunConfig: Equatable, Sendable {
  /// One provider.
  struct Account: Equatable, Sendable {
    /// Where it stands in the file.
    var path: String
    /// Its name; what `dial` calls it.
    var name: String
    /// Its transport: the id, or the id's last part.
    var transport: String
    /// The line that its incoming calls ring on; nil: nobody said.
    var line: LineID?
    /// The transport's own configuration as JSON text; empty: all defaults.
    var settings = ""
    /// Where in the file the transport's own configuration stands.
    var settingsPath: String?
    var maximumCallGroups: Int?
    var maximumCallsPerCallGroup: Int?
    var emergencyNumbers: [String]?
    var deadlines = DeadlinePolicy()

    /// Whether anything was said of the provider that its transport does not say itself.
    var differsFromTransport: Bool {
      maximumCallGroups != nil || maximumCallsPerCallGroup != nil || emergencyNumbers != nil || deadlines != DeadlinePolicy()
    }
  }

  /// The file; errors that show later name it.
  var file = ""
  /// Folders to look for transports in, before the usual ones.
  var folders: [String] = []
  /// SHA-256 digests of transports' libraries, by id.
  var pins: [String: String] = [:]
  /// Where the host stands; nil: where the environment says.
  var numbers: LocalNumbers?
  /// Callers that are refused (I1).
  var blocked: [Handle] = []
  /// Numbers that are an emergency on every line (Y1); nil: those of the region.
  var emergencyNumbers: [String]?
  /// How it sounds; nil: nobody said.
  var audio: RunAudio?
  /// The policy of every line.
  var policy = LinePolicy()
  /// The providers; nil: one for each transport that is found.
  var accounts: [Account]?

  /// The error of something that shows only after the file was read.
  func wrong(_ account: Account, _ member: String, _ reason: String) -> RunConfigError {
    RunConfigError(file: file, path: "\(account.path).\(member)", reason: reason)
  }
}
