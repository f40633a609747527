extension ChildOrder {
  /// The test to run, from the fuzzer or the catalogue; nil when there is no such test.
  var body: ConformanceTest? { fuzz.map { FuzzBody.test($0, id: test) } ?? Catalogue.test(test) }

  /// Returns the run for this order, after reading its files.
  func run(_ lastCall: LastCallPage) throws(ConformanceError) -> TestRun {
    let config = try configFile.map { file throws(ConformanceError) in
      String(decoding: try SmallFile.read(file, limit: 1 << 20), as: UTF8.self)
    }
    let run = TestRun(
      plugin: plugin, descriptor: descriptor, config: config, seed: seed, folder: folder, lastCall: lastCall, peerCommand: peerCommand,
      firstPort: firstPort)
    // Set here because a property's observer does not run in an initialiser.
    run.traceFile = traceFile
    return run
  }
}
