/// What the engine did since it was made, and what it has in hand.
public struct EngineCounters: Equatable, Sendable {
  /// Ticks that ran.
  public var ticks: UInt64
  /// Ticks that ended after the next was due.
  public var late: UInt64
  /// Ticks that never ran, because one before them was late.
  public var skipped: UInt64
  /// How long the longest tick took.
  public var longest: Duration
  /// Legs and device ports that were made and not released.
  public var legs: Int
  /// Groups of the scene.
  public var groups: Int
  /// The memory of all rings, in bytes.
  public var bytes: Int
  /// Plans, legs and taps that were given up and wait for the end of a tick.
  public var retired: Int

  init(_ figures: DeskFigures, _ census: EngineControl.Census) {
    ticks = figures.ticks
    late = figures.late
    skipped = figures.skipped
    longest = .nanoseconds(Int64(clamping: figures.longest))
    legs = census.legs
    groups = census.groups
    bytes = census.bytes
    retired = census.retired
  }
}
