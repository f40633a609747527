internal import TransportABI

/// Which far end a run has: a command, the plugin's own test-peer, or a second instance of the plugin.
enum FarEndChoice {
  static func make(_ stage: Stage) throws -> any FarEnd {
    if try stage.near.offers(HSW_EXT_TESTPEER) { return TestPeer(of: stage.near) }
    throw TestSkip("the plugin has no test-peer, and there is no other far end")
  }
}
