internal import ConformanceHarness
internal import TransportABI

/// The group `mute`: a muted call, from which the far end hears nothing.
enum MuteTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "mute.roundtrip", .offered(HSW_EXT_MUTE), "Once a mute is done the far end hears nothing, in any state of the call", body: roundtrip)
  ]

  private static func roundtrip(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.dial()
    // A call can be muted before it is answered; the mute must hold from the answer on.
    try stage.complete(stage.near.setMuted(call, 1))
    try stage.peer.answer(call)
    try stage.expect(call, is: .active)
    try requireMuted(stage, call, true, "a call that was muted before it was answered")
    for on: UInt32 in [0, 1, 1, 0, 0] {
      try stage.complete(stage.near.setMuted(call, on))
      try requireMuted(stage, call, on == 1, "mute.set_muted(\(on))")
    }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func requireMuted(_ stage: Stage, _ call: CallRef, _ muted: Bool, _ after: String) throws {
    try stage.expectPeerNow(call, "us \(muted ? "muted" : "not muted") after \(after)") { $0.muted ?? muted == muted }
  }
}
