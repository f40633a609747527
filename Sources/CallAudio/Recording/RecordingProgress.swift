public import CallMixing

/// The progress of a recording.
public struct RecordingProgress: Hashable, Sendable {
  /// The present state.
  public var state: RecordingState
  /// The frames in the file, of two samples each.
  public var frames: UInt64
  /// The frames of silence written in place of missing audio: the call was on hold, or the writer was more than 1 s late.
  public var filled: UInt64
  /// The frames per second.
  public var rate: AudioRate

  /// The playing time of the file.
  public var length: Duration { .milliseconds(Int64(frames * 1_000 / UInt64(rate.hertz))) }
}
