internal import ConformanceHarness

/// Repeats an activity, and finds the resources that grow with the repetitions.
struct LeakSlope {
  /// More than fifty, so that a leak of one in fifty shows in each window.
  private static let window = 52
  /// On a real clock calls take their time: there only what leaks each time shows.
  private static let realTimeWindow = 3
  /// A resource that grows in each of this many windows leaks; one that grows in fewer is a pool that fills.
  private static let windows = 4

  let stage: Stage
  let folders: [String]

  /// The resources to look at.
  let resources: [ResourceLevels.Resource]

  init(_ stage: Stage, _ resources: [ResourceLevels.Resource], folders: [String]) {
    self.stage = stage
    self.resources = resources
    self.folders = folders
  }

  private var count: Int { stage.loop.isRealTime ? Self.realTimeWindow : Self.window }

  /// Repeats the activity until nothing grows any more.
  ///
  /// - Returns: a sentence about what grows without end; nil for nothing, and for an activity that the plugin does not offer.
  func judge(_ activity: LeakActivity) -> String? {
    // The first rounds make what is made once.
    guard (0..<2).allSatisfy({ _ in play(activity) }) else { return nil }
    var levels = [look()]
    var growing = Set(resources)
    for _ in 0..<Self.windows {
      for _ in 0..<count where !play(activity) { return nil }
      let now = look()
      growing = growing.filter { now[$0] > (levels.last?[$0] ?? 0) }
      levels.append(now)
      // A resource that is level in one window does not leak.
      if growing.isEmpty { break }
    }
    if let resource = resources.first(where: growing.contains), let first = levels.first, let last = levels.last {
      let rounds = count * Self.windows
      let examples = last.news(resource, since: levels[levels.count - 2]).prefix(4).joined(separator: ", ")
      return "\(rounds) \(activity.name) left \(last[resource] - first[resource]) more \(resource.rawValue)"
        + (examples.isEmpty ? "" : ": \(examples)")
    }
    return resources.contains(.files) ? sharedFiles(activity, levels) : nil
  }

  /// Other processes make files in shared folders too, so only as many as there were rounds count.
  private func sharedFiles(_ activity: LeakActivity, _ levels: [ResourceLevels]) -> String? {
    guard let first = levels.first, let last = levels.last else { return nil }
    let new = last.newShared(since: first)
    guard new.count >= count else { return nil }
    return "\(count * (levels.count - 1)) \(activity.name) left \(new.count) files in folders that all programs share: \(new[0]), …"
  }

  private func play(_ activity: LeakActivity) -> Bool {
    do {
      try activity.play(stage)
      try stage.settle(.milliseconds(30))
    } catch {
      stage.run.note("left out, \(activity.name): \(error)")
      return false
    }
    // The kit's own books must not count, nor the log of a plugin that was called ten thousand times.
    stage.near.host.book { $0.forgetWhatIsOver() }
    return true
  }

  private func look() -> ResourceLevels {
    stage.run.arena.releaseRetired()
    // Libraries that were opened meanwhile count from now on.
    if resources.contains(where: \.isMemory) { _ = ExecutorProcess.countHeap() }
    return ResourceLevels(stage, folders: folders)
  }
}
