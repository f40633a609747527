package import TransportABI
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
  private let firstPort: Int?
  /// The kit's part of the configuration.
  package let settings: TestRunSettings
  /// The manifest beside the plugin; nil when there is none.
  package private(set) lazy var manifest: TransportManifest? = Sidecars(path: plugin)[descriptor]
  /// The place where the plugin runs.
  package let isolation: PluginIsolation
  /// The transport of the plugin, once it was met for a process of its own.
  var met: KitTransport?
  /// The processes of the plugin, each with its loop.
  var processes: [(loop: VirtualLoop, process: PluginProcess)] = []
  /// The hosts of the plugin's instances, in the order in which they were made.
  var hosts: [HarnessHost] = []
  /// The views of far ends so far.
  let peerViews = PeerViews()
  /// The instances of the plugin, where the run keeps them.
  var instances: [PluginInstance] = []
  /// True to keep the instances, so that `destroyInstances` finds those that a failed test has left.
  package var keepsInstances = false
  /// The part of a divisible test that this process does.
  package var share = TestShare.whole
  /// The reason why a process of the plugin ended by itself; nil while none did.
  package var loss: String?
  /// Puts another table between the plugin's process and its host; for tests of the kit itself.
  package var hostInFront: ((UnsafePointer<hsw_host>) -> UnsafePointer<hsw_host>)?
  /// The warnings so far, in order.
  package private(set) var warnings: [String] = []

  package init(
    plugin: String, descriptor: String, config: String?, seed: UInt64, folder: String, lastCall: LastCallPage,
    peerCommand: String?, firstPort: Int? = nil, isolation: PluginIsolation = .inside
  ) {
    self.isolation = isolation
    self.firstPort = firstPort
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

  /// Makes a run of the same plugin with the same settings, in a place of its own.
  package func again(_ isolation: PluginIsolation) -> TestRun {
    TestRun(
      plugin: plugin, descriptor: descriptor, config: config, seed: seed, folder: folder, lastCall: lastCall, peerCommand: peerCommand,
      firstPort: firstPort, isolation: isolation)
  }

  /// The courses of the calls of all instances, in the order in which the instances were made.
  ///
  /// On a real clock without those of far ends: which of two ends is first depends on the moment, and the instance under test is judged.
  package var transcripts: [Transcript] {
    hosts.compactMap { host in
      let ledger = host.ledger
      guard !(host.loop.isRealTime && ledger.isFarEnd) else { return nil }
      var transcript = ledger.transcript
      transcript.isTimeless = host.loop.isRealTime
      return transcript
    }
  }

  /// Ends the processes of the plugin.
  package func endProcesses() {
    for (_, process) in processes { process.end() }
    processes = []
  }

  /// Destroys the instances that a failed test has left, with their sockets.
  package func destroyInstances() {
    for instance in instances.reversed() where instance.ledger.phase != .gone { try? instance.destroy() }
    instances = []
  }

  /// Forgets the host of a destroyed instance that was judged, and takes its tables back.
  ///
  /// A run of thousands of instances then stays as small as one of a few.
  package func forget(_ host: HarnessHost) {
    host.loop.forget(host)
    // A table that came back twice would be lent twice.
    guard let place = hosts.firstIndex(where: { $0 === host }) else { return }
    hosts.remove(at: place)
    host.takeBackTables()
  }

  /// Adds a note to the transcript.
  package func note(_ sentence: String) {
    crossings.record(
      Crossing(number: 0, direction: .toPlugin, function: "kit:", detail: sentence, time: VirtualLoop.beginning, isOnLoop: true))
  }

  /// Adds a note to the transcript; its first reader makes the text.
  package func note(_ sentence: LateText) {
    crossings.record(
      Crossing(
        number: 0, direction: .toPlugin, function: "kit:", time: VirtualLoop.beginning, isOnLoop: true, note: sentence))
  }

  /// Adds a warning: no failure, but something that an author should know.
  package func warn(_ sentence: String) { warnings.append(sentence) }
}

/// The place where the plugin under test runs.
public enum PluginIsolation: String, Sendable, Hashable, CaseIterable {
  /// The process of its test.
  case inside
  /// A process beside that of its test, which calls each function there and judges by what it sees of it.
  case apart
  /// A process of its own, as in a host that isolates transports; the test's process never opens the library.
  case process
}
