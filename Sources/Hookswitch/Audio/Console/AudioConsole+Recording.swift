internal import CallAudio
internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import Locking

extension AudioConsole {
  /// Starts a recording; the caller's thread creates the file.
  ///
  /// `listener` learns each later state of the recording on the writer's thread, and must not block.
  func record(
    _ call: CallID, asGroup: Bool, to path: String, listener: (@Sendable (RecordingProgress) -> Void)? = nil
  ) throws -> CallRecording {
    let tap = try engine.makeTap(rate(of: call, asGroup: asGroup))
    // One lock covers the check and the entry: of two simultaneous requests one is refused.
    let number = desk.withLock { desk -> RecordingID? in
      guard !desk.taps.values.contains(where: { $0.call == call && $0.asGroup == asGroup && $0.isOn }) else { return nil }
      desk.recordingCount += 1
      desk.taps[desk.recordingCount] = LiveRecording(call: call, asGroup: asGroup, tap: tap)
      return desk.recordingCount
    }
    guard let id = number else {
      engine.release(tap)
      throw HostError(.notRecordable, call.uuidString, "it is recorded already: stop that recording first")
    }
    do {
      let recording = try recorder.record(tap, to: path) { [weak self] progress in
        if progress.state.isOver { self?.end(id) }
        listener?(progress)
      }
      desk.withLock { $0.taps[id]?.recording = recording }
      take(.record(id, call, asGroup: asGroup))
      return recording
    } catch {
      desk.withLock { $0.taps[id] = nil }
      engine.release(tap)
      throw error
    }
  }

  /// Returns the recording rate: the call's own, or the best of its group.
  private func rate(of call: CallID, asGroup: Bool) throws(HostError) -> AudioRate {
    let rate = desk.withLock { desk -> AudioRate? in
      guard asGroup, let line = desk.director.ports[call]?.line, let group = desk.director.groups[line] else {
        return desk.legs[call]?.leg.rate
      }
      return group.members.map(\.rate).max() ?? desk.legs[call]?.leg.rate
    }
    guard let rate else {
      throw HostError(.notRecordable, call.uuidString, "it is not connected to the audio engine: wait until it is active")
    }
    return rate
  }

  /// Handles the end of a recording, after which its writer no longer touches the tap.
  private func end(_ id: RecordingID) {
    take(.recorded(id))
    onLane { [self] in
      guard let tap = desk.withLock({ $0.taps.removeValue(forKey: id) })?.tap else { return }
      engine.release(tap)
    }
  }
}

/// A recording in progress: its tap and its writer.
struct LiveRecording: Sendable {
  let call: CallID
  let asGroup: Bool
  let tap: RecordingTap
  /// Nil while the file is being created.
  var recording: CallRecording?

  /// True while the recording may still grow.
  var isOn: Bool { !(recording?.progress.state.isOver ?? false) }
}
