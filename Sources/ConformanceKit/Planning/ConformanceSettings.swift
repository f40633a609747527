/// How a run is done.
public struct ConformanceSettings: Sendable {
  /// Which tests.
  public var selection = TestSelection()
  /// Groups of which at least one test must have run.
  public var requiredGroups: [String] = []
  /// What every choice of every test derives from.
  public var seed: UInt64
  /// How often each test is run.
  public var repetitions = 1
  /// Whether the tests run in an order that the seed decides.
  public var isShuffled = false
  /// How many tests run at once.
  public var jobs = 1
  /// Whether the tests run in this very process, for a debugger: a crash is then the end of it.
  public var isInProcess = false
  /// The program, with its arguments, that each child is run by: `["valgrind", "-q"]`.
  public var wrapper: [String] = []
  /// The plugin's configuration, a file; nil: its own defaults.
  public var configFile: String?
  /// The command that plays the far end; nil: the plugin's own means.
  public var peerCommand: String?
  /// Whether a Swift plugin's crash is allowed to print its backtrace, which takes seconds.
  public var showsBacktraces = false
  /// Whether every call both ways is traced.
  public var isTraced = false
  /// The failures that are put up with for now.
  public var waivers: [Waiver] = []
  /// By how much the time of every test is stretched, for slow machines.
  public var timeScale = 1.0

  /// Settings with that seed, or one that nobody chose.
  public init(seed: UInt64 = .random(in: 0...0xFFFF_FFFF)) { self.seed = seed }
}

extension ConformanceSettings {
  /// How many ports the configuration names.
  var portCount: Int {
    get throws(ConformanceError) {
      guard let configFile else { return 0 }
      return RunSettings(String(decoding: try SmallFile.read(configFile, limit: 1 << 20), as: UTF8.self)).portCount
    }
  }
}
