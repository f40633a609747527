internal import ConformanceHarness
internal import TransportABI

// The time between give and settle.
extension HandoverTests {
  static func silent(_ run: TestRun) throws {
    try forEach(run) { _, play, _ in
      do {
        try standStill(play, isTaken: false)
        try standStill(play, isTaken: true)
      } catch let failure as TestFailure {
        throw failure.told(play.situation.name)
      }
    }
  }

  /// Lets time pass between the steps of a handover, in which neither instance may do anything.
  private static func standStill(_ play: Play, isTaken: Bool) throws {
    let stage = try play.run.created(in: play.library)
    try stage.bringUp()
    let scene = try play.situation.enter(stage)
    let watched = stage.near.watchedDescriptors
    let handover = Handover(stage, sounds: scene.sounds)
    try handover.giveAll()
    let watch = try StillnessWatch(stage, watched: watched, sounds: scene.sounds)
    func pass(_ during: String) throws {
      try stage.settle(.seconds(3))
      if !scene.sounds.isEmpty { stage.letRealTimePass(milliseconds: 30) }
      try handover.requireStillness()
      try watch.requireNoChange(during)
    }
    try pass("between give and settle")
    if isTaken {
      try handover.takeAll()
      try pass("between take and activate")
      try handover.activate()
      try pass("between activate and settle")
      try handover.settle()
    } else {
      try handover.refuse()
    }
    for sound in scene.sounds { try sound.detach() }
    try stage.tearDown()
  }
}
