/// A point in time that limits a wait.
package struct Deadline {
  private let end: ContinuousClock.Instant

  package init(_ seconds: Double) {
    end = .now + .seconds(seconds)
  }

  package var isOver: Bool { ContinuousClock.now >= end }

  /// The milliseconds left for poll(2), rounded up; 0 when it is over.
  package var left: Int32 {
    let (seconds, fraction) = (end - .now).components
    return seconds < 0 || fraction < 0 ? 0 : Int32(clamping: seconds * 1000 + fraction / 1_000_000_000_000_000 + 1)
  }
}
