public import CHookswitch
internal import CallAudio
internal import FoundationEssentials
internal import Hookswitch
internal import Locking

// The header's part "sound of a line".

/// The recordings that the program began and has not ended.
final class OwnRecordings: Sendable {
  struct Key: Hashable {
    var call: CallID
    var isGroup: Bool
  }

  private let live = Locked<[Key: CallRecording]>([:])

  func add(_ recording: CallRecording, _ key: Key) {
    live.withLock { $0[key] = recording }
  }

  /// Forgets a recording that is over.
  func remove(_ key: Key) -> CallRecording? {
    live.withLock { $0.removeValue(forKey: key) }
  }
}

/// The function `hk_record` of hookswitch.h, which describes it.
@c @implementation
public func hk_record(_ host: OpaquePointer?, _ call: hk_call, _ path: UnsafePointer<CChar>?, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let path = try name(path, "path")
    let isGroup = try flag(group, "group")
    try host.record(OwnRecordings.Key(call: call, isGroup: isGroup), to: path)
  }
}

/// The function `hk_record_stop` of hookswitch.h, which describes it.
@c @implementation
public func hk_record_stop(_ host: OpaquePointer?, _ call: hk_call, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let isGroup = try flag(group, "group")
    guard let recording = host.recordings.remove(OwnRecordings.Key(call: call, isGroup: isGroup)) else {
      throw .notFound("call \(call.uuidString) is not being recorded by this program")
    }
    recording.stop()
  }
}

/// The function `hk_call_level` of hookswitch.h, which describes it.
@c @implementation
public func hk_call_level(
  _ host: OpaquePointer?, _ call: hk_call, _ rms_mdb: UnsafeMutablePointer<Int32>?, _ peak_mdb: UnsafeMutablePointer<Int32>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    let call = try HookswitchC.call(call)
    guard host.call(call) != nil else { throw EmbeddingError(CallError(.unknownCallUUID, [call])) }
    guard let level = host.audioLevel(of: call) else {
      throw EmbeddingError(HK_E_UNSUPPORTED, "call \(call.uuidString) carries no audio through this host now")
    }
    rms_mdb?.pointee = thousandths(level.rmsDecibels)
    peak_mdb?.pointee = thousandths(level.peakDecibels)
  }
}

/// Returns decibels in thousandths; silence is -96,330, the least value of 16-bit samples.
private func thousandths(_ decibels: Double) -> Int32 {
  Int32(max(decibels.isNaN ? -96.33 : decibels, -96.33) * 1_000)
}

extension EmbeddedHost {
  fileprivate func record(_ key: OwnRecordings.Key, to path: String) throws(EmbeddingError) {
    let snapshot = host.call(key.call)
    guard snapshot != nil else { throw EmbeddingError(CallError(.unknownCallUUID, [key.call])) }
    do {
      let recording = try host.record(key.call, asGroup: key.isGroup, to: path) { [weak self] progress in
        guard progress.state.isOver else { return }
        _ = self?.recordings.remove(key)
        self?.tell(key, path, progress)
      }
      recordings.add(recording, key)
      tell(key, path, recording.progress)
    } catch let error as RecordingError {
      throw EmbeddingError(error.code == .exists ? HK_E_EXISTS : HK_E_IO, error.errorDescription ?? error.description)
    } catch let error as HostError {
      throw EmbeddingError(error)
    } catch {
      throw EmbeddingError(HK_E_IO, "\(error)")
    }
  }

  /// Tells the program that a recording began or ended.
  private func tell(_ key: OwnRecordings.Key, _ path: String, _ progress: RecordingProgress) {
    guard listensTo.contains(.lineAudio) else { return }
    let event = QueuedEvent(HK_EVENT_RECORDING, at: host.clock.now)
    event.text = path
    event.value = progress.state.isOver ? 0 : 1
    if case .failed(let error) = progress.state {
      event.error = EmbeddingError(HK_E_IO, error.errorDescription ?? error.description)
      event.status = HK_E_IO
    }
    event.subject = host.call(key.call).map { .call($0, front: nil) } ?? .named(key.call)
    event.line = host.call(key.call)?.line
    queue.put(event)
  }
}
