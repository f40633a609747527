extension TestRun {
  /// What an order asks for, its files read.
  convenience init(_ order: ChildOrder, lastCall: LastCallPage) throws(ConformanceError) {
    let config = try order.configFile.map { file throws(ConformanceError) in
      String(decoding: try SmallFile.read(file, limit: 1 << 20), as: UTF8.self)
    }
    self.init(
      plugin: order.plugin, descriptor: order.descriptor, config: config, seed: order.seed, folder: order.folder, lastCall: lastCall,
      peerCommand: order.peerCommand)
    traceFile = order.traceFile
  }
}
