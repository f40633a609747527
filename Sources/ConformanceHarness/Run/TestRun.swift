package import TransportLoader

/// The context of a test's body: the plugin's file, its settings, and a place for notes and warnings.
///
/// The child process makes it and uses it on its main thread.
package final class TestRun {
  /// The plugin's file.
  package let plugin: String
  /// The id of the transport under test.
  package let descriptor: String
  /// The configuration of `--config`; nil for the plugin's own defaults.
  package let config: String?
  /// The seed of every choice of the test.
  package let seed: UInt64
  /// A folder of the test's own, which the supervisor removes.
  package let folder: String
  /// The page that names the plugin function in progress, from which the supervisor explains a crash.
  package let lastCall: LastCallPage
  /// The command that plays the far end (`--peer-cmd`); nil uses the plugin's own means.
  package let peerCommand: String?
  /// The file to which every crossing is written, one trace event (a JSON object) a line; nil unless the run is traced.
  package var traceFile: String? { didSet { crossings.trace(into: traceFile) } }
  /// Returns the last crossings, oldest first, for the report of a failed test.
  package var transcript: () -> [String]
  /// The log of crossings.
  let crossings: CrossingLog
  /// The memory of arguments, one arena per run so that no address comes twice.
  package let arena = GuardedArena()
  /// The kit's part of the configuration.
  package let settings: TestRunSettings
  /// The manifest beside the plugin; nil when there is none.
  package private(set) lazy var manifest: TransportManifest? = Sidecars(path: plugin)[descriptor]
  /// The warnings so far, in order.
  package private(set) var warnings: [String] = []

  package init(
    plugin: String, descriptor: String, config: String?, seed: UInt64, folder: String, lastCall: LastCallPage,
    peerCommand: String?, firstPort: Int? = nil
  ) {
    self.plugin = plugin
    self.descriptor = descriptor
    self.config = config
    self.seed = seed
    self.folder = folder
    self.lastCall = lastCall
    self.peerCommand = peerCommand
    let crossings = CrossingLog()
    self.crossings = crossings
    transcript = { crossings.crossings.map(\.line) }
    settings = TestRunSettings(config, firstPort: firstPort ?? TestRunSettings.usualFirstPort)
  }

  /// Adds a note to the transcript.
  package func note(_ sentence: String) {
    crossings.record(
      Crossing(number: 0, direction: .toPlugin, function: "kit:", detail: sentence, time: VirtualLoop.beginning, isOnLoop: true))
  }

  /// Adds a warning: no failure, but something that an author should know.
  package func warn(_ sentence: String) { warnings.append(sentence) }
}
