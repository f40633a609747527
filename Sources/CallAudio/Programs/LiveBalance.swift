/// Keeps the queue of a live program short: decides which samples to leave out or to repeat.
///
/// The program's clock and ours drift apart. When samples waited during a whole window, none of them was needed: the voice then leaves out
/// single samples, and a surplus above the limit at once. Samples that waited for many windows are left out until little more than none of
/// them waits. After an underrun it repeats single samples until some audio waits again.
package struct LiveBalance: Sendable {
  /// The frames in a window: half a second.
  package static let window = 25
  /// The windows after which samples that always waited are no margin that the program needs: 8 s.
  package static let longWindow = 16
  /// The samples among which one is left out or repeated: 0.4 %, twice the drift that a sound card has at most.
  static let spacing = 250

  /// The samples that may always wait.
  package let limit: Int
  /// The samples that never wait: then the oldest go until `limit` is left.
  package let most: Int
  private var fewest = Int.max
  private var frames = 0
  /// The fewest samples that waited in the last long window, and in the present one; none is known at first and after an underrun.
  private var fewestBefore = 0
  private var fewestLately = Int.max
  private var windows = 0
  private var direction = 0
  private var samples = 0

  /// Creates a balance of `limit` samples, at `rate` hertz.
  package init(limit: Int, rate: Int) {
    self.limit = limit
    most = limit + rate * 140 / 1_000
  }

  /// Records a frame after which `waiting` samples wait, and returns the number of samples to leave out at once.
  package mutating func passed(waiting: Int) -> Int {
    fewest = min(fewest, waiting)
    frames += 1
    guard frames == Self.window else { return 0 }
    defer {
      frames = 0
      fewest = .max
    }
    fewestLately = min(fewestLately, fewest)
    windows += 1
    if windows == Self.longWindow { (fewestBefore, fewestLately, windows) = (fewestLately, .max, 0) }
    if fewest > limit / 3 || min(fewestBefore, fewestLately) > limit / 12 {
      direction = -1
    } else if direction < 0 || fewest >= limit / 6 {
      direction = 0
    }
    return max(0, fewest - limit)
  }

  /// Records a frame that had to contain silence.
  package mutating func ranEmpty() {
    direction = 1
    (fewestBefore, fewestLately, windows) = (0, .max, 0)
  }

  /// Forgets the past at the end of a sentence.
  package mutating func restart() { self = LiveBalance(copying: self) }

  private init(copying other: LiveBalance) {
    limit = other.limit
    most = other.most
  }

  /// Returns 1 when a frame of `count` samples has one sample repeated, -1 when one is left out, and else 0.
  ///
  /// It needs one sample more, or one less, of the `waiting` ones.
  package mutating func correction(of count: Int, waiting: Int) -> Int {
    guard direction != 0, waiting >= count - direction else { return 0 }
    samples += count
    guard samples >= Self.spacing else { return 0 }
    samples -= Self.spacing
    return direction
  }
}
