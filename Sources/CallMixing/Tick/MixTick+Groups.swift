/// The mixing of one group.
extension MixTick {
  /// Sends each call of a group with a device the microphone's present frame and the other members' frames of the previous tick.
  func speakFromDevice(_ group: inout GroupRow) {
    let samples = group.samples, sums = desk.pointee.sums, sumsWithDevice = desk.pointee.sumsWithDevice
    takeFromDevice(&group)
    FrameMath.clear(sums, count: samples)
    if group.playsToMembers { play(group, to: .members, into: sums) }
    var voices = 0
    for member in group.members {
      guard let held = heldVoice(member) else { continue }
      FrameMath.add(held, to: sums, count: samples)
      voices += 1
    }
    let voice = group.device?.said
    if let voice {
      sumsWithDevice.update(from: sums, count: samples)
      FrameMath.add(voice, to: sumsWithDevice, count: samples)
    }
    for place in group.members.indices {
      let own = heldVoice(group.members[place])
      let others = voices - (own == nil ? 0 : 1)
      let hearsDevice = voice != nil && !group.members[place].isMuted
      let hearsAny = group.members[place].hears && (others > 0 || hearsDevice || group.playsToMembers)
      send(&group.members[place], hearsAny ? (hearsDevice ? sumsWithDevice : sums) : nil, without: own, groupSamples: samples)
    }
  }

  /// Takes the members' frames and mixes them for the device or the other members, the recordings included.
  func mix(_ group: inout GroupRow) {
    let samples = group.samples, sums = desk.pointee.sums
    let isSeated = group.device != nil
    FrameMath.clear(sums, count: samples)
    var voices = 0
    for place in group.members.indices {
      take(&group.members[place], groupSamples: samples)
      if isSeated { hold(group.members[place], samples: samples) }
      guard group.members[place].speaks, let said = group.members[place].said else { continue }
      FrameMath.add(said, to: sums, count: samples)
      voices += 1
    }
    if isSeated {
      record(group, sums, voices: voices, left: group.device?.said)
      play(group, to: .device, into: sums)
      let hearsAny = voices > 0 || group.loops.contains { $0.audience.contains(.device) }
      sendToDevice(&group, hearsAny ? sums : nil)
    } else {
      let first = group.members.first.flatMap { $0.speaks ? $0.said : nil }
      record(group, sums, voices: voices, left: first)
      if group.playsToMembers { play(group, to: .members, into: sums) }
      for place in group.members.indices {
        let own = group.members[place].speaks ? group.members[place].said : nil
        let hearsAny = group.members[place].hears && (voices > (own == nil ? 0 : 1) || group.playsToMembers)
        send(&group.members[place], hearsAny ? sums : nil, without: own, groupSamples: samples)
      }
    }
    advanceLoops(group)
    for place in group.members.indices {
      record(group.members[place])
      finish(&group.members[place])
    }
  }

  private func heldVoice(_ member: MemberRow) -> FrameMath.Samples? {
    // A frame held before a pause must not play after it.
    guard member.speaks, let fitting = member.fitting, fitting.pointee.heldIn &+ 1 == number else { return nil }
    return UnsafePointer(fitting.pointee.held)
  }

  /// Keeps the member's frame for the next tick, which sends it to the other members.
  private func hold(_ member: MemberRow, samples: Int) {
    guard let fitting = member.fitting, let said = member.said else { return }
    fitting.pointee.heldIn = number
    if said != UnsafePointer(fitting.pointee.held) { fitting.pointee.held.update(from: said, count: samples) }
  }

  private func takeFromDevice(_ group: inout GroupRow) {
    guard var device = group.device else { return }
    take(&device, groupSamples: group.samples)
    group.device = device
  }

  private func sendToDevice(_ group: inout GroupRow, _ sums: FrameMath.Sums?) {
    guard var device = group.device else { return }
    send(&device, sums, without: nil, groupSamples: group.samples)
    finish(&device)
    group.device = device
  }
}
