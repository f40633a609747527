internal import CallControl

typealias RecordingID = UInt64

/// The subject of a recording: a call, alone or with its group.
struct RecordedCall: Hashable, Sendable {
  let line: LineID
  var call: CallID
  let asGroup: Bool
}

extension AudioDirector {
  /// Starts a recording; ends it at once if the call has no port.
  mutating func record(_ id: RecordingID, _ call: CallID, asGroup: Bool) {
    guard let line = ports[call]?.line, lines[line]?.snapshot[call] != nil else {
      effects.append(.recordingEnds(id))
      return
    }
    recordings[id] = RecordedCall(line: line, call: call, asGroup: asGroup)
    touch(line)
  }

  mutating func stopRecording(_ id: RecordingID) {
    if let line = recordings.removeValue(forKey: id)?.line { touch(line) }
  }

  /// Ends a call's recordings; the recording of a group continues with the other calls.
  mutating func endRecordings(of call: Call, on line: LineID) {
    for (id, recorded) in recordings where recorded.call == call.uuid {
      touch(line)
      if recorded.asGroup, let other = lines[line]?.snapshot.calls.first(where: { $0.group == call.group && $0.state != .ending }) {
        recordings[id]?.call = other.uuid
      } else {
        recordings[id] = nil
        effects.append(.recordingEnds(id))
      }
    }
  }

  /// Returns the recording of one of the calls, alone or as a group.
  func recording(of calls: [Call], asGroup: Bool) -> RecordingID? {
    recordings.first { id, recorded in recorded.asGroup == asGroup && calls.contains { $0.uuid == recorded.call } }?.key
  }
}
