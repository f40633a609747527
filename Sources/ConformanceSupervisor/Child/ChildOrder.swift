package import ConformanceHarness

/// The supervisor's order to a child: the arguments of `hookswitch conform-child`.
package struct ChildOrder: Hashable, Sendable {
  /// The verb, which help does not list.
  package static let verb = "conform-child"
  /// The descriptors of a child, as the guard arranges them.
  static let resultDescriptor: Int32 = 3
  static let pageDescriptor: Int32 = 4

  package var test: String
  package var plugin: String
  /// The transport's id; empty means the plugin's first.
  package var descriptor: String
  package var seed: UInt64
  package var nonce: String
  /// The test's own folder.
  package var folder: String
  package var configFile: String?
  package var peerCommand: String?
  /// The first of the ports that the configuration names; nil means the default.
  package var firstPort: Int?
  /// The file for the trace, one event per crossing and line.
  package var traceFile: String?
  /// The place where the plugin runs.
  package var isolation = PluginIsolation.inside
  /// The fuzzer's order as text, which replaces the test's own body.
  package var fuzz: String?

  /// The arguments, the verb first.
  package var arguments: [String] {
    var words = [
      Self.verb, "--test", test, "--plugin", plugin, "--descriptor", descriptor, "--seed", String(seed), "--nonce", nonce,
      "--folder", folder,
    ]
    if let configFile { words += ["--config-file", configFile] }
    if let peerCommand { words += ["--peer-cmd", peerCommand] }
    if let firstPort { words += ["--first-port", String(firstPort)] }
    if let traceFile { words += ["--trace", traceFile] }
    if let fuzz { words += ["--fuzz", fuzz] }
    if isolation != .inside { words += ["--isolation", isolation.rawValue] }
    return words
  }

  /// Reads arguments, without the verb; returns nil if they are not the result of `arguments`.
  package init?(_ words: [String]) {
    guard words.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
    let given = Dictionary(pairs) { $1 }
    guard let test = given["--test"], let plugin = given["--plugin"], let descriptor = given["--descriptor"],
      let seed = given["--seed"].flatMap(UInt64.init), let nonce = given["--nonce"], let folder = given["--folder"]
    else { return nil }
    self.init(test: test, plugin: plugin, descriptor: descriptor, seed: seed, nonce: nonce, folder: folder)
    configFile = given["--config-file"]
    peerCommand = given["--peer-cmd"]
    firstPort = given["--first-port"].flatMap { Int($0) }
    traceFile = given["--trace"]
    fuzz = given["--fuzz"]
    isolation = given["--isolation"].flatMap(PluginIsolation.init) ?? .inside
  }

  package init(test: String, plugin: String, descriptor: String, seed: UInt64, nonce: String, folder: String) {
    self.test = test
    self.plugin = plugin
    self.descriptor = descriptor
    self.seed = seed
    self.nonce = nonce
    self.folder = folder
  }
}

extension ChildOrder {
  /// Returns the run for this order, after reading its files.
  func run(_ lastCall: LastCallPage) throws(ConformanceError) -> TestRun {
    let config = try configFile.map { file throws(ConformanceError) in
      String(decoding: try SmallFile.read(file, limit: 1 << 20), as: UTF8.self)
    }
    let run = TestRun(
      plugin: plugin, descriptor: descriptor, config: config, seed: seed, folder: folder, lastCall: lastCall, peerCommand: peerCommand,
      firstPort: firstPort, isolation: isolation)
    // Set here because a property's observer does not run in an initialiser.
    run.traceFile = traceFile
    return run
  }
}
