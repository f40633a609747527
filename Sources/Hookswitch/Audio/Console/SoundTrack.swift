internal import CallAudio

/// The sound that a line's device plays, and its playback; the same sound continues when the scene around it changes.
struct SoundTrack: Sendable {
  let sound: LineSound
  let track: LoopTrack
}
