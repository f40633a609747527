internal import CHookswitch
internal import Hookswitch
internal import HostConfiguration

/// The options of a new host, checked.
struct HostOptions {
  var listening = Listening.usual
  /// The configuration; nil for none.
  var config: RunConfig?
  /// The folder of the configuration's relative paths, with a slash at its end; empty for the working folder.
  var folder = ""
  var transportFolders: [String] = []
  var journal: String?
  var clock: EmbeddedClock?
  var eventLimit = 65_536

  /// Reads the options; NULL is all defaults.
  init(_ options: UnsafePointer<hk_host_options>?) throws(EmbeddingError) {
    guard let options = try optional(options, "options") else { return }
    listening = try Listening(bits: options.events, "events")
    if let name = try optionalText(options.config_folder, "config_folder"), !name.isEmpty {
      folder = name.hasSuffix("/") ? name : name + "/"
    }
    if let text = try optionalText(options.config, "config") {
      do throws(RunConfigError) {
        config = try RunConfigReader.read(Array(text.utf8), file: "config", folder: folder)
      } catch {
        throw .invalid(error.description)
      }
    }
    transportFolders = (try optionalText(options.transport_path, "transport_path") ?? "").split(separator: ":").map(String.init)
    journal = try optionalText(options.journal, "journal")
    if options.clock != nil {
      guard let clock = clockHandles.find(options.clock) else { throw .invalid("the member clock is no clock that is there") }
      self.clock = clock
    }
    if options.event_limit > 0 { eventLimit = Int(options.event_limit) }
  }
}
