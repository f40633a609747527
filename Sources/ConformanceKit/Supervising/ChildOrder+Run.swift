extension ChildOrder {
  /// What is to be run: a test of the catalogue, or what the fuzzer wants; nil when there is no such test.
  var body: ConformanceTest? { fuzz.map { FuzzBody.test($0, id: test) } ?? Catalogue.test(test) }

  /// The run that the order asks for, its files read.
  func run(_ lastCall: LastCallPage) throws(ConformanceError) -> TestRun {
    let config = try configFile.map { file throws(ConformanceError) in
      String(decoding: try SmallFile.read(file, limit: 1 << 20), as: UTF8.self)
    }
    let run = TestRun(
      plugin: plugin, descriptor: descriptor, config: config, seed: seed, folder: folder, lastCall: lastCall, peerCommand: peerCommand,
      firstPort: firstPort)
    // Not in an initialiser, where nobody who observes the property would hear of it.
    run.traceFile = traceFile
    return run
  }
}
