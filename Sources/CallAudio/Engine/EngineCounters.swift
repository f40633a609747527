/// The engine's counts since it was created, and its present contents.
public struct EngineCounters: Equatable, Sendable {
  /// Ticks that have ended; their frames lie in their rings.
  public var ticks: UInt64
  /// Ticks that ended after the next was due.
  public var late: UInt64
  /// Ticks left out because an earlier tick was late.
  public var skipped: UInt64
  /// The duration of the longest tick.
  public var longest: Duration
  /// Legs and device ports made and not yet released.
  public var legs: Int
  /// Groups of the present scene.
  public var groups: Int
  /// The memory of all rings, in bytes.
  public var bytes: Int
  /// Plans, legs and taps that wait for the end of a tick before they are freed.
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
