/// What the audio thread keeps of one leg from tick to tick; it lies in the arena in front of the leg's rings.
struct LegStrip {
  /// Which leg the block is; 0 once it was given back.
  var identity: UInt64
  /// The last tick in which a plan had it: a gap means that its rings hold what nobody wants to hear any more.
  var lastTick: UInt64

  // Read from other threads: single figures, set by the audio thread alone. What every tick sets comes first, on one line of the cache.
  var level: UInt64
  var taken: UInt64
  var given: UInt64
  /// How many frames in a row there was no room for: the next one that finds some says that frames are missing.
  var refusedInARow: UInt64
  var missing: UInt64
  var refused: UInt64
  var dropped: UInt64
  var concealed: UInt64
  var gaps: UInt64
}
