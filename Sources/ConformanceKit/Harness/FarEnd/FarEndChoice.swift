internal import TransportABI

/// Chooses the far end: the command or the second instance that the run names, or else the plugin's test-peer.
enum FarEndChoice {
  static func make(_ stage: Stage) throws -> any FarEnd {
    if let command = stage.run.peerCommand { return try CommandPeer(stage, command: command) }
    if stage.run.settings.far != nil { return try PairedPeer(stage) }
    if try stage.near.offers(HSW_EXT_TESTPEER) { return TestPeer(of: stage.near) }
    throw TestSkip(
      "no far end: the plugin has no test-peer, the configuration no second instance (conform.far), and --peer-cmd is not given")
  }
}
