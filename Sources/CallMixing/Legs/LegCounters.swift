internal import CMediaThread

/// What became of the frames of one leg, or of a device, since it was made.
public struct LegCounters: Equatable, Sendable {
  /// Frames that the engine took out: from the far end, or from the microphone.
  public var taken: UInt64 = 0
  /// Frames that the engine put in: for the far end, or for the loudspeaker.
  public var given: UInt64 = 0
  /// Under-runs: ticks at which there was no frame to take, so that silence stood in.
  public var missing: UInt64 = 0
  /// Over-runs: frames for which there was no room, because nobody took the earlier ones.
  public var refused: UInt64 = 0
  /// Frames that were too old when they were looked at: left from before the leg joined, or from a ring that had filled up.
  public var dropped: UInt64 = 0
  /// Taken frames that the transport had made up.
  public var concealed: UInt64 = 0
  /// Times that the transport said that a frame was missing.
  public var gaps: UInt64 = 0

  /// Nothing yet, but what is said.
  public init(
    taken: UInt64 = 0, given: UInt64 = 0, missing: UInt64 = 0, refused: UInt64 = 0, dropped: UInt64 = 0, concealed: UInt64 = 0,
    gaps: UInt64 = 0
  ) {
    self.taken = taken
    self.given = given
    self.missing = missing
    self.refused = refused
    self.dropped = dropped
    self.concealed = concealed
    self.gaps = gaps
  }
}

extension AudioLeg {
  /// What became of its frames.
  ///
  /// Any thread, until it is released.
  package var counters: LegCounters {
    let strip = block.strip
    return LegCounters(
      taken: hookswitch_figure(&strip.pointee.taken), given: hookswitch_figure(&strip.pointee.given),
      missing: hookswitch_figure(&strip.pointee.missing), refused: hookswitch_figure(&strip.pointee.refused),
      dropped: hookswitch_figure(&strip.pointee.dropped), concealed: hookswitch_figure(&strip.pointee.concealed),
      gaps: hookswitch_figure(&strip.pointee.gaps))
  }

  /// How loud the last frame was that the engine took.
  ///
  /// Any thread, until it is released.
  package var level: AudioLevel { AudioLevel(packed: hookswitch_figure(&block.strip.pointee.level)) }
}
