internal import CallAudio

/// What a line's device plays at the moment, and its playing: the same sound goes on where it is when the scene changes around it.
struct SoundTrack: Sendable {
  let sound: LineSound
  let track: LoopTrack
}
