public import CallAudio
public import CallControl
public import FoundationEssentials
public import HookswitchCore
internal import Locking

extension CallHost {
  /// Returns the audio state of a line: its owners, the last change, and the route.
  public func audio(of line: LineID = .main) -> LineAudio {
    core.audio(of: line)
  }

  /// The counters of the host's audio engine; nil when the host carries no audio.
  public var audioCounters: EngineCounters? { core.console?.engine.counters }

  /// The audio thread's scheduling; nil while the thread does not run.
  public var audioScheduling: AudioScheduling? { core.console?.engine.scheduling }

  /// Returns the level of a call's far end in the last 20 ms; nil while the call is not connected to the engine.
  public func audioLevel(of call: CallID) -> AudioLevel? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.level(of: $0) } }
  }

  /// Returns the frame counters of a call; nil while the call is not connected to the engine.
  public func audioCounters(of call: CallID) -> LegCounters? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.counters(of: $0) } }
  }

  /// Advances the audio by 20 ms: first the devices, then every call.
  ///
  /// For hosts whose audio has the clock `manual`. One thread at a time. Does nothing if the host has an audio thread.
  public func tickAudio() {
    core.console?.tick()
  }

  /// Records a call to a new WAV file: left the audio sent to the far end, right the far end's.
  ///
  /// A held call records silence. The recording ends with the call or by `CallRecording.stop()`. The file is readable at any time, even
  /// after the process was killed.
  ///
  /// - Parameters:
  ///   - call: An active or held call that is connected to the engine.
  ///   - asGroup: True to record the call's whole group: left the microphone, right the sum of the calls. The recording then ends with the
  ///     last of them.
  ///   - path: A path where no file exists.
  /// - Throws: `RecordingError` when the file cannot be created; `HostError.Code.notRecordable` when the call is not connected or is being
  ///   recorded already.
  @discardableResult
  public func record(_ call: CallID, asGroup: Bool = false, to path: String) throws -> CallRecording {
    guard let audio = core.console else {
      throw HostError(.notRecordable, call.uuidString, "this host carries no audio: set HostSettings.audio")
    }
    return try audio.record(call, asGroup: asGroup, to: path)
  }
}

extension CallObserver {
  /// The present audio state and then every change, of the observer's line; an observer of all lines gets those of `main`.
  public var audio: LineAudios { LineAudios(core: host.core, line: line ?? .main) }
}
