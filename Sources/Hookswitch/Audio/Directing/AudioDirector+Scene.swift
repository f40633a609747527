internal import CallControl

extension AudioDirector {
  /// Returns the audible group of a line; nil when there is nothing to hear or no listener.
  func group(of line: LineID) -> AudioScene.Group? {
    guard let stage = lines[line] else { return nil }
    var group = AudioScene.Group(line: line, hasDevice: stage.hasDevice)
    group.members = members(of: stage)
    if stage.hasDevice { group.sound = sound(of: stage) }
    group.recording = recording(of: stage.front, asGroup: true)
    group.programs = stage.talkers(among: group.members)
    let attached = stage.programs.filter { program in group.members.contains { $0.call == program.call } }
    group.isAlone = attached.contains(where: \.isAlone)
    let isRecorded = group.recording != nil || group.members.contains { $0.recording != nil }
    let isHeard = group.hasDevice || group.members.count > 1 || isRecorded || !attached.isEmpty
    return isHeard && !(group.members.isEmpty && group.sound == nil) ? group : nil
  }

  private func members(of stage: LineStage) -> [AudioScene.Member] {
    var members: [AudioScene.Member] = []
    for call in stage.front where stage.activations[call.provider] == .told {
      guard case .attached(let rate)? = ports[call.uuid]?.state, call.state == .active || call.isInEarlyMedia else { continue }
      let category = stage.configurations[call.provider]?.category ?? .playAndRecord
      let isActive = call.state == .active
      members.append(
        AudioScene.Member(
          call: call.uuid, rate: rate, hearsDevice: isActive && !call.isMuted && category != .playback, hears: isActive,
          speaks: category != .record, recording: recording(of: [call], asGroup: false),
          listeners: stage.programs.filter { $0.mode == .listen && $0.call == call.uuid }.map(\.id)))
    }
    return members
  }
}

extension Call {
  /// True while its network plays media before the call is active.
  fileprivate var isInEarlyMedia: Bool { hasEarlyMedia && (state == .dialing || state == .connecting) }
}
