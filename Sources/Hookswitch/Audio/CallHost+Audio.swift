public import CallAudio
public import CallControl
public import FoundationEssentials
public import HookswitchCore
internal import Locking

extension CallHost {
  /// How the audio of a line is now: whose, since when and why, and which way it takes.
  public func audio(of line: LineID = .main) -> LineAudio {
    core.audio(of: line)
  }

  /// What the host's audio engine did so far; nil: this host carries no audio.
  public var audioCounters: EngineCounters? { core.console?.engine.counters }

  /// How the system treats the audio thread; nil: it does not run.
  public var audioScheduling: AudioScheduling? { core.console?.engine.scheduling }

  /// How loud a call's far end was in the last 20 ms; nil: the call is not connected to the engine.
  public func audioLevel(of call: CallID) -> AudioLevel? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.level(of: $0) } }
  }

  /// What became of the frames of a call; nil: the call is not connected to the engine.
  public func audioCounters(of call: CallID) -> LegCounters? {
    core.console.flatMap { audio in audio.leg(of: call).flatMap { audio.engine.counters(of: $0) } }
  }

  /// Moves the audio on by 20 ms: first what devices have, then every call; for hosts whose audio has the clock `manual`.
  ///
  /// One thread at a time. With a thread of the host's own it does nothing.
  public func tickAudio() {
    core.console?.tick()
  }

  /// Writes what is said on a call to a new WAV file: left what the far end hears, right what it says.
  ///
  /// While the call is held the file is silent. It ends with the call, or by `CallRecording.stop()`; what is there can be read at any time, also
  /// after the process was killed.
  ///
  /// - Parameters:
  ///   - call: a call that is connected to the engine, active or held.
  ///   - asGroup: all that are heard together with it too: left the microphone, right the sum of the calls. It goes on until the last of them ends.
  ///   - path: where no file is yet.
  /// - Throws: `RecordingError` when the file cannot be made, `HostError.Code.notRecordable` when there is nothing to record or it is recorded
  ///   already.
  @discardableResult
  public func record(_ call: CallID, asGroup: Bool = false, to path: String) throws -> CallRecording {
    guard let audio = core.console else {
      throw HostError(.notRecordable, call.uuidString, "this host carries no audio: set HostSettings.audio")
    }
    return try audio.record(call, asGroup: asGroup, to: path)
  }
}

extension CallObserver {
  /// How the audio of the line is now, and then every change of it; of an observer of all lines, of the line `main`.
  public var audio: LineAudios { LineAudios(core: host.core, line: line ?? .main) }
}
