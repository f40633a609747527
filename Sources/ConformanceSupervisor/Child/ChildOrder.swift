package import ConformanceHarness

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The supervisor's order to a child, which it gives in memory: a command line and an environment would show it to the plugin.
package struct ChildOrder: Hashable, Sendable {
  /// The verb, which help does not list.
  package static let verb = "conform-child"
  /// The descriptors of a child, as the guard arranges them.
  static let resultDescriptor: Int32 = 3
  static let pageDescriptor: Int32 = 4
  static let orderDescriptor: Int32 = 5

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
  /// The part of a divisible test that the child does.
  package var share = TestShare.whole

  /// The order as words.
  package var arguments: [String] {
    var words = [
      "--test", test, "--plugin", plugin, "--descriptor", descriptor, "--seed", String(seed), "--folder", folder,
    ]
    if let configFile { words += ["--config-file", configFile] }
    if let peerCommand { words += ["--peer-cmd", peerCommand] }
    if let firstPort { words += ["--first-port", String(firstPort)] }
    if let traceFile { words += ["--trace", traceFile] }
    if let fuzz { words += ["--fuzz", fuzz] }
    if share != .whole { words += ["--share", share.text] }
    if isolation != .inside { words += ["--isolation", isolation.rawValue] }
    return words
  }

  /// The order as bytes: the length of its words in 8 digits, each word with a NUL, and behind them the nonce.
  ///
  /// So a process can read the words, start another one, and read the nonce then.
  var bytes: [UInt8] {
    var words: [UInt8] = []
    for word in arguments {
      words += Array(word.utf8)
      words.append(0)
    }
    let length = String(words.count)
    let zeros = String(repeating: "0", count: max(0, 8 - length.count))
    return Array("\(zeros)\(length)".utf8) + words + Array(nonce.utf8)
  }

  /// Reads the words of the order that the supervisor gave to this process.
  static func given() -> [String] {
    guard let length = Int(String(decoding: read(8, at: 0), as: UTF8.self)), (1...(16 << 20)).contains(length) else { return [] }
    let words = read(length, at: 8).split(separator: 0, omittingEmptySubsequences: false)
    return words.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the nonce behind the words, and closes their descriptor.
  mutating func takeNonce() {
    guard let length = Int(String(decoding: Self.read(8, at: 0), as: UTF8.self)) else { return }
    nonce = String(decoding: Self.read(64, at: 8 + length), as: UTF8.self)
    close(Self.orderDescriptor)
  }

  private static func read(_ count: Int, at place: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(orderDescriptor, &bytes, count, place)
    return Array(bytes.prefix(max(0, got)))
  }

  /// Reads words; returns nil if they are not the result of `arguments`.
  package init?(_ words: [String]) {
    guard words.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
    let given = Dictionary(pairs) { $1 }
    guard let test = given["--test"], let plugin = given["--plugin"], let descriptor = given["--descriptor"],
      let seed = given["--seed"].flatMap(UInt64.init), let folder = given["--folder"]
    else { return nil }
    self.init(test: test, plugin: plugin, descriptor: descriptor, seed: seed, nonce: given["--nonce"] ?? "", folder: folder)
    configFile = given["--config-file"]
    peerCommand = given["--peer-cmd"]
    firstPort = given["--first-port"].flatMap { Int($0) }
    traceFile = given["--trace"]
    fuzz = given["--fuzz"]
    if let text = given["--share"] {
      guard let share = TestShare(text) else { return nil }
      self.share = share
    }
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
    run.share = share
    return run
  }
}
