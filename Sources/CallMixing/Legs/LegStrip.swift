/// The audio thread's state of one leg.
///
/// It lies in memory of this process alone: another process that shares the leg's rings must not reach it.
struct LegStrip {
  /// The id of the leg that owns the strip; 0 after its release.
  var identity: UInt64
  /// The last tick whose plan contained the leg; after a gap, the frames in its rings are stale.
  var lastTick: UInt64

  // Other threads read these figures, and only the audio thread writes them. Those that every tick writes come first, in one cache line.
  var level: UInt64
  var taken: UInt64
  var given: UInt64
  /// The consecutive frames that found no room; the next frame that finds room gets the gap mark.
  var refusedInARow: UInt64
  var missing: UInt64
  var refused: UInt64
  var dropped: UInt64
  var concealed: UInt64
  var gaps: UInt64
}

/// The memory of a leg's strip.
///
/// `@unchecked Sendable`: the address never changes; only the audio thread writes the strip, in atomic figures.
struct LegStripBlock: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer

  /// Two cache lines, so that no two strips share one.
  private static let bytes = 128

  init(in arena: RingArena) throws(ArenaError) { start = try arena.block(Self.bytes) }

  func giveBack(to arena: RingArena) { arena.giveBack(start, bytes: Self.bytes) }

  var strip: UnsafeMutablePointer<LegStrip> { start.assumingMemoryBound(to: LegStrip.self) }
}
