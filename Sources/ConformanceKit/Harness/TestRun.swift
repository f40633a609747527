internal import TransportLoader

/// What a test's body has at hand: the plugin's file, its settings, and where to say what it saw.
///
/// Made by the child process and used on its main thread.
package final class TestRun {
  /// The plugin's file.
  package let plugin: String
  /// Which of the plugin's transports is under test.
  package let descriptor: String
  /// The configuration of `--config`; nil for the plugin's own defaults.
  package let config: String?
  /// What every choice of the test derives from.
  package let seed: UInt64
  /// A folder of the test's own, which the supervisor removes.
  package let folder: String
  /// Where each call into the plugin is noted, so that a crash can be told.
  package let lastCall: LastCallPage
  /// The command that plays the far end (`--peer-cmd`); nil for the plugin's own means.
  package let peerCommand: String?
  /// Where every crossing is written, one trace event (a JSON object) a line; nil unless the run is traced.
  package var traceFile: String? { didSet { crossings.trace(into: traceFile) } }
  /// The last calls both ways, oldest first, for the report of a test that failed.
  package var transcript: () -> [String]
  /// What crossed the boundary.
  let crossings: CrossingLog
  /// Where arguments are laid out; one for the run, so that no address comes twice.
  let arena = GuardedArena()
  /// What the configuration says to the kit.
  let settings: RunSettings
  /// The manifest beside the plugin; nil when there is none.
  private(set) lazy var manifest: TransportManifest? = Sidecars(path: plugin)[descriptor]
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
    settings = RunSettings(config, firstPort: firstPort ?? RunSettings.usualFirstPort)
  }

  /// Notes something for whoever reads the transcript.
  func note(_ sentence: String) {
    crossings.record(
      Crossing(number: 0, direction: .toPlugin, function: "kit:", detail: sentence, time: VirtualLoop.beginning, isOnLoop: true))
  }

  /// Notes something that is no failure and that an author should know.
  package func warn(_ sentence: String) { warnings.append(sentence) }
}
