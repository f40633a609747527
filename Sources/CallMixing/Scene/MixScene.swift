/// The complete work of every tick: groups, and clocks to call.
///
/// `AudioEngine.apply` replaces the whole scene; it does not touch legs outside the scene.
public struct MixScene: Sendable {
  /// The groups of calls that hear one another.
  public var groups: [MixGroup]
  /// The clocks to call in every tick, in order.
  public var clocks: [MediaClock]

  /// Creates a scene, by default an empty and silent one.
  public init(groups: [MixGroup] = [], clocks: [MediaClock] = []) {
    self.groups = groups
    self.clocks = clocks
  }
}

extension MixScene {
  /// Checks that the scene can become a plan.
  ///
  /// - Parameters:
  ///   - hasLeg: True when a leg, or a device's leg, exists.
  ///   - hasTap: True when a tap exists.
  package func check(hasLeg: (AudioLeg) -> Bool, hasTap: (RecordingTap) -> Bool) throws(SceneFault) {
    var legs: Set<UInt64> = [], taps: Set<UInt64> = [], tracks: Set<ObjectIdentifier> = []

    func check(_ tap: RecordingTap?, _ rate: AudioRate) throws(SceneFault) {
      guard let tap else { return }
      if !hasTap(tap) { throw .tapIsGone(tap.id) }
      if !taps.insert(tap.id).inserted { throw .tapTwice(tap.id) }
      if tap.ring.rate != rate { throw .tapRate(tap.ring.rate, wanted: rate) }
    }

    for group in groups {
      for member in group.members {
        if !hasLeg(member.leg) { throw .legIsGone(member.leg.id) }
        if !legs.insert(member.leg.id).inserted { throw .legTwice(member.leg.id) }
        try check(member.recording, member.leg.rate)
        for tap in member.listening { try check(tap, member.leg.rate) }
      }
      if let device = group.device {
        if !hasLeg(device.leg) { throw .deviceIsGone(device.id) }
        if !legs.insert(device.id).inserted { throw .deviceTwice(device.id) }
      }
      try check(group.recording, group.rate)
      for track in group.loops {
        if track.loop.rate != group.rate { throw .loopRate(track.loop.rate, group: group.rate) }
        if !tracks.insert(ObjectIdentifier(track)).inserted { throw .loopTwice }
      }
    }
  }

  /// Returns the scene without a leg or a device's leg; nil when it does not contain it.
  package func without(_ leg: AudioLeg) -> MixScene? {
    changed { group in
      if group.device?.leg == leg {
        group.device = nil
        return true
      }
      guard let place = group.members.firstIndex(where: { $0.leg == leg }) else { return false }
      group.members.remove(at: place)
      return true
    }
  }

  /// Returns the scene without a recording; nil when it does not contain it.
  package func without(_ tap: RecordingTap) -> MixScene? {
    changed { group in
      if group.recording == tap {
        group.recording = nil
        return true
      }
      guard let place = group.members.firstIndex(where: { $0.recording == tap || $0.listening.contains(tap) }) else { return false }
      if group.members[place].recording == tap { group.members[place].recording = nil }
      group.members[place].listening.removeAll { $0 == tap }
      return true
    }
  }

  /// Returns the scene after `change` has changed one of its groups; nil when it changed none.
  private func changed(_ change: (inout MixGroup) -> Bool) -> MixScene? {
    var scene = self
    for place in scene.groups.indices where change(&scene.groups[place]) { return scene }
    return nil
  }
}
