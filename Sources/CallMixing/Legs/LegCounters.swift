internal import CMediaThread

/// The frame counts of one leg or device since it was created.
public struct LegCounters: Equatable, Sendable {
  /// Frames that the engine took, from the far end or the microphone.
  public var taken: UInt64 = 0
  /// Frames that the engine put, for the far end or the loudspeaker.
  public var given: UInt64 = 0
  /// Underruns: ticks without a frame to take, replaced by silence.
  public var missing: UInt64 = 0
  /// Overruns: frames for which the ring had no room, because earlier ones were not taken.
  public var refused: UInt64 = 0
  /// Stale frames: left from before the leg joined, or from a ring that had filled up.
  public var dropped: UInt64 = 0
  /// Taken frames that the transport had concealed.
  public var concealed: UInt64 = 0
  /// The number of gaps that the transport marked.
  public var gaps: UInt64 = 0

  /// Creates counters, by default at zero.
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
  /// The frame counters.
  ///
  /// Any thread, until the leg's release.
  package var counters: LegCounters {
    let strip = strip
    return LegCounters(
      taken: hookswitch_figure(&strip.pointee.taken), given: hookswitch_figure(&strip.pointee.given),
      missing: hookswitch_figure(&strip.pointee.missing), refused: hookswitch_figure(&strip.pointee.refused),
      dropped: hookswitch_figure(&strip.pointee.dropped), concealed: hookswitch_figure(&strip.pointee.concealed),
      gaps: hookswitch_figure(&strip.pointee.gaps))
  }

  /// The level of the last frame that the engine took.
  ///
  /// Any thread, until the leg's release.
  package var level: AudioLevel { AudioLevel(packed: hookswitch_figure(&strip.pointee.level)) }
}
