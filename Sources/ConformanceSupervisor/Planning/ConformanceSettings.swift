internal import CConformance
public import ConformanceHarness
public import ConformanceReport

/// The settings of a run.
public struct ConformanceSettings: Sendable {
  /// The tests to run.
  public var selection = TestSelection()
  /// The id of the only transport of the plugin to test; nil means all.
  public var transport: String?
  /// Groups of which at least one test must have run.
  public var requiredGroups: [String] = []
  /// The seed of every choice of every test.
  public var seed: UInt64
  /// The number of times that each test runs.
  public var repetitions = 1
  /// True if the seed decides the order of the tests.
  public var isShuffled = false
  /// The number of tests that run at once.
  public var jobs = 1
  /// True if the tests run in this process, for a debugger: a crash then ends the process.
  public var isInProcess = false
  /// The wished place of the plugin; some tests always run inside, and all where no process apart is possible.
  public var isolation = PluginIsolation.inside
  /// The program, with its arguments, that runs each child: `["valgrind", "-q"]`.
  public var wrapper: [String] = []
  /// The file with the plugin's configuration; nil: the plugin's defaults.
  public var configFile: String?
  /// The command that plays the far end; nil: the plugin's own means.
  public var peerCommand: String?
  /// True if a Swift plugin's crash may print its backtrace, which takes seconds.
  public var showsBacktraces = false
  /// True if every crossing is traced.
  public var isTraced = false
  /// The failures that are accepted for now.
  public var waivers: [Waiver] = []
  /// The factor on the time of every test, for slow machines.
  public var timeScale = 1.0
  /// The plugin as its caller named it, and the number of its transports; empty before a run is prepared.
  var plugin: (path: String, transports: Int) = ("", 1)

  /// Creates settings with that seed, or a random one.
  public init(seed: UInt64 = .random(in: 0...0xFFFF_FFFF)) { self.seed = seed }
}

extension ConformanceSettings {
  /// Returns the namespaces of each test of a plugin; 0: none.
  ///
  /// The far end of a configuration or a command may be another machine, and may name any file, so such a test keeps the network and /tmp.
  func namespaces(of plugin: PluginIdentity) -> UInt32 {
    var namespaces = Confinement.namespaces
    if hasOwnPeer { namespaces &= ~UInt32(HOOKSWITCH_NAMESPACE_NETWORK) }
    if hasOwnPeer || Self.liesInTemporary(plugin.file) { namespaces &= ~UInt32(HOOKSWITCH_OWN_TEMPORARY) }
    return namespaces
  }

  /// The restriction by Landlock of each test without namespaces.
  var landlock: UInt32 { Confinement.namespaces == 0 && Confinement.hasLandlock ? hasOwnPeer ? 1 : 2 : 0 }

  private var hasOwnPeer: Bool { configFile != nil || peerCommand != nil }

  /// Returns true for a plugin right in a temporary folder, which may need its neighbours there.
  private static func liesInTemporary(_ path: String) -> Bool {
    ["/tmp", "/var/tmp"].contains(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The place of the plugin: inside where a process apart is not possible, or would be in a debugger's way.
  package var place: PluginIsolation { isolation == .apart && !allowsApart ? .inside : isolation }

  /// Returns the place of the plugin in one test.
  package func place(of test: ConformanceTest) -> PluginIsolation {
    let place = test.place(isolation)
    return place == .apart && !allowsApart ? .inside : place
  }

  private var allowsApart: Bool { !isInProcess && wrapper.isEmpty && Confinement.allowsExecutor }

  /// The number of ports that the configuration names.
  var portCount: Int {
    get throws(ConformanceError) {
      guard let configFile else { return 0 }
      return TestRunSettings(String(decoding: try SmallFile.read(configFile, limit: 1 << 20), as: UTF8.self)).portCount
    }
  }
}

/// The factor on the time of every test, from the environment.
package enum TimeScale {
  /// The variable.
  package static let variable = "HSW_TIMEOUT_SCALE"

  /// Returns the variable's value, or 1 if it is unset.
  /// - Throws: a usage error when it is no number from 0.1 to 1000.
  package static func fromEnvironment() throws(ConformanceError) -> Double {
    guard let text = ProcessVariables.current[variable], !text.isEmpty else { return 1 }
    guard let scale = Double(text), scale >= 0.1, scale <= 1000 else {
      throw .usage("\(variable) is \(text): should be a number from 0.1 to 1000")
    }
    return scale
  }
}

/// The choice of a run's tests.
public struct TestSelection: Sendable, Hashable {
  /// The level of the tests; nil means all that match `patterns`, or `full` when there are none.
  public var level: ConformanceLevel?
  /// Patterns of which one must match a test's id; empty means all tests.
  public var patterns: [String]
  /// Patterns of which none may match a test's id.
  public var skipped: [String]

  /// Selects the tests of a level, of patterns, or both.
  public init(level: ConformanceLevel? = nil, patterns: [String] = [], skipped: [String] = []) {
    self.level = level
    self.patterns = patterns
    self.skipped = skipped
  }

  /// The level that counts; nil when the patterns alone select the tests.
  package var effectiveLevel: ConformanceLevel? { level ?? (patterns.isEmpty ? .full : nil) }

  /// Returns true if the test of that id is selected.
  package func contains(_ id: String) -> Bool {
    let group = String(id.prefix { $0 != "." })
    let isInLevel = effectiveLevel.map { $0.groups.contains(group) } ?? true
    let isNamed = patterns.isEmpty || patterns.contains { GlobPattern($0).matches(id) }
    return isInLevel && isNamed && !skipped.contains { GlobPattern($0).matches(id) }
  }
}
