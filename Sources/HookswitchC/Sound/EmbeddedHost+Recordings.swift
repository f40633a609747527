internal import CHookswitch
internal import CallAudio
internal import FoundationEssentials
internal import Hookswitch
internal import Locking

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

extension EmbeddedHost {
  /// Records a call, or its whole group, to a new file.
  func record(_ key: OwnRecordings.Key, to path: String) throws(EmbeddingError) {
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
    guard queue.listensTo.contains(.lineAudio) else { return }
    var event = QueuedEvent(HK_EVENT_RECORDING, at: host.clock.now)
    event.set(text: path)
    event.value = progress.state.isOver ? 0 : 1
    if case .failed(let error) = progress.state {
      event.fail(EmbeddingError(HK_E_IO, error.errorDescription ?? error.description))
    }
    let call = host.call(key.call)
    event.show(call.map { .call($0, front: nil) } ?? .named(key.call))
    event.set(line: call?.line)
    queue.put(event)
  }
}
