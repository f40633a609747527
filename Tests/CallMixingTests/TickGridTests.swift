import CallMixing
import Testing

@Suite("Ticks follow a grid; late ones are skipped, never repeated")
struct TickGridTests {
  private static let start: UInt64 = 1_000_000_000
  private static let period = TickGrid.period

  /// The ends of ticks, in milliseconds after each was due, and the resulting grid.
  @Test(arguments: [
    ([1, 2, 19], late: 0, skipped: 0, due: 4),
    ([20], late: 1, skipped: 1, due: 3),
    ([21, 0, 0], late: 1, skipped: 1, due: 5),
    ([39], late: 1, skipped: 1, due: 3),
    ([40], late: 1, skipped: 2, due: 4),
    ([25, 25], late: 2, skipped: 2, due: 5),
    ([10_000], late: 1, skipped: 500, due: 502),
  ])
  func `the next tick is always in the future`(_ ends: [UInt64], late: UInt64, skipped: UInt64, due: UInt64) {
    var grid = TickGrid(now: Self.start, origin: Self.start)
    for end in ends {
      let now = grid.due + end * 1_000_000
      grid.ended(at: now)
      #expect(grid.due > now)
      #expect((grid.due - Self.start) % Self.period == 0)
    }
    #expect(grid.late == late)
    #expect(grid.skipped == skipped)
    #expect(grid.due == Self.start + due * Self.period)
  }

  /// Nanoseconds after the origin, and the first tick.
  ///
  /// A thread whose ticks follow the grid's may begin before the origin.
  private static let beginnings: [(Int64, UInt64)] = [
    (-1, 0), (-1_000_000, 0), (-30_000_000, 0), (0, 1), (1, 1), (19_999_999, 1), (20_000_000, 2), (140_000_005, 8),
  ]

  @Test(arguments: beginnings)
  func `every thread of a desk goes on with its grid`(after: Int64, due: UInt64) {
    #expect(TickGrid(now: Self.start.advanced(by: Int(after)), origin: Self.start).due == Self.start + due * Self.period)
  }
}
