/// The task of a helper process: load the plugin of a directory, make one request, and write its records to standard output.
///
/// `hookswitch-helper directory FILE` does the same by hand.
package struct PluginTask: Hashable, Sendable {
  /// The plugin's file.
  package var file: String
  /// The host's process; nil when a person started this one.
  package var host: CInt?
  /// True when the plugin may open network connections.
  package var network = false
  /// True when the host sorts the records.
  package var sorts = false
  /// The additions of the conformance kit; nil for a host.
  package var trial: RequestTrial?

  private static let word = "directory"

  /// The variables of the environment that tell a source about its load.
  package enum Variable {
    /// The directory's id.
    package static let directory = "HOOKSWITCH_DIRECTORY"
    /// `1` when the source may send changes.
    package static let incremental = "HOOKSWITCH_DIRECTORY_INCREMENTAL"
    /// The token of the last load that counted.
    package static let token = "HOOKSWITCH_DIRECTORY_TOKEN"
    /// The settings of a plugin, as JSON.
    package static let settings = "HOOKSWITCH_DIRECTORY_SETTINGS"
  }

  /// The bytes by which the host answers `complete` on the standard input of the process; its end means that the host gave up.
  package enum Answer {
    /// The load counts.
    package static let counts = UInt8(ascii: "c")
  }

  /// Creates a task.
  package init(file: String) { self.file = file }

  /// Parses the arguments of the process; nil for those of another task.
  package init?(arguments: [String]) {
    guard arguments.count >= 3, arguments[1] == Self.word else { return nil }
    self.init(file: arguments[2])
    var rest = arguments.dropFirst(3)
    while let word = rest.popFirst() {
      switch word {
      case "--host":
        guard let text = rest.popFirst(), let host = CInt(text) else { return nil }
        self.host = host
      case "--network": network = true
      case "--sort": sorts = true
      default: guard RequestTrial.take(word, &rest, into: &trial) else { return nil }
      }
    }
  }

  /// The arguments for starting `helper` with this task.
  func arguments(helper: String) -> [String] {
    [helper, Self.word, file] + (host.map { ["--host", "\($0)"] } ?? []) + (network ? ["--network"] : []) + (sorts ? ["--sort"] : [])
      + (trial?.arguments ?? [])
  }

  /// The address space of the process, in bytes, and its niceness.
  package static let (memoryLimit, niceness) = (ProgramTask.memoryLimit, ProgramTask.niceness)
  /// The exit code of a helper that cannot load the plugin, and the begin of the reason that it prints.
  package static let (notStarted, prefix) = (ProgramTask.notStarted, ProgramTask.prefix)
}
