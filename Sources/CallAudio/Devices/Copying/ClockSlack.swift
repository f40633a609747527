/// Keeps two clocks together: how many samples to leave out because more wait than ever were needed.
///
/// The engine ticks by the machine's clock and a soundcard runs by its own; they drift apart by up to a frame in a few minutes. Where the ring
/// runs empty, silence goes in, and so much more waits from then on. Where samples pile up, the fewest that waited at any moment of a window are
/// what nobody needed: they are left out, but for a margin. An empty ring makes the window four times as long, since what was left out was needed after
/// all; so a machine that is late now and then is not trimmed again and again.
struct ClockSlack {
  /// What may always wait: 5 ms.
  static let margin = 240
  /// Less than that is not worth a cut: 5 ms more.
  static let worthwhile = 240
  /// The shortest window, 2 s, and the longest, 64 s.
  static let windows = (shortest: 96_000, longest: 3_072_000)

  private var window = windows.shortest
  private var fewest = Int.max
  private var passed = 0

  /// Takes note that `waiting` samples were there when they were fewest, and that `samples` have gone by; answers how many to leave out now.
  mutating func saw(_ waiting: Int, after samples: Int) -> Int {
    fewest = min(fewest, waiting)
    passed += samples
    guard passed >= window else { return 0 }
    let excess = fewest - Self.margin
    begin()
    return excess >= Self.worthwhile ? excess : 0
  }

  /// Takes note that the ring was empty when it should not have been.
  mutating func ranEmpty() {
    window = min(window * 4, Self.windows.longest)
    begin()
  }

  private mutating func begin() {
    fewest = .max
    passed = 0
  }
}
