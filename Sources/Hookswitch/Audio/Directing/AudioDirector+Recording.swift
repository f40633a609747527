internal import CallControl

/// Names a recording.
typealias RecordingID = UInt64

/// What is recorded: a call, alone or with all that are heard together with it.
struct RecordedCall: Hashable, Sendable {
  let line: LineID
  var call: CallID
  let asGroup: Bool
}

extension AudioDirector {
  /// Somebody wants a call recorded; one that is not there is over already.
  mutating func record(_ id: RecordingID, _ call: CallID, asGroup: Bool) {
    guard let line = ports[call]?.line, lines[line]?.snapshot[call] != nil else {
      effects.append(.recordingEnds(id))
      return
    }
    recordings[id] = RecordedCall(line: line, call: call, asGroup: asGroup)
    touch(line)
  }

  /// Nobody wants it any more.
  mutating func stopRecording(_ id: RecordingID) {
    if let line = recordings.removeValue(forKey: id)?.line { touch(line) }
  }

  /// A call is over: the recording of a group goes on with the rest of it.
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

  /// Where calls are recorded, as a group or one alone.
  func recording(of calls: [Call], asGroup: Bool) -> RecordingID? {
    recordings.first { id, recorded in recorded.asGroup == asGroup && calls.contains { $0.uuid == recorded.call } }?.key
  }
}
