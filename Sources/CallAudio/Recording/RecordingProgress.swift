public import CallMixing

/// How far a recording is.
public struct RecordingProgress: Hashable, Sendable {
  /// How it is.
  public var state: RecordingState
  /// How many frames of two samples are in the file.
  public var frames: UInt64
  /// How many of them are silence that stands for what was never there: the call was on hold, or the writer was late by more than a second.
  public var filled: UInt64
  /// How many frames are a second.
  public var rate: AudioRate

  /// How much can be heard in the file.
  public var length: Duration { .milliseconds(Int64(frames * 1_000 / UInt64(rate.hertz))) }
}
