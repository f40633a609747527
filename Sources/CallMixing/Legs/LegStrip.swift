/// The audio thread's state of one leg; it lies in the arena before the leg's rings.
struct LegStrip {
  /// The id of the leg that owns the block; 0 after its release.
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
