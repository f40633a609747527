/// What the members of a room say, summed: all of them are served in one tick, on one thread, so that nothing here needs a lock.
///
/// A member hears the frame before: by then everybody has spoken. Its own part of it is taken out again.
struct RoomMix: BitwiseCopyable {
  static let frame = 160

  /// The tick in which is spoken.
  private var time: UInt64 = 0
  /// Two sums, of the tick before and of this one, in turn.
  private let sums: UnsafeMutablePointer<Int32>
  private var turn = 0

  fileprivate init(sums: UnsafeMutablePointer<Int32>) {
    self.sums = sums
  }

  /// Passes what one member hears and says in one tick.
  ///
  /// - Parameters:
  ///   - voice: what it says.
  ///   - before: what it said one tick before; made what it says now.
  ///   - heard: where what the others said is added.
  mutating func pass(
    _ voice: UnsafePointer<Int16>, _ before: UnsafeMutablePointer<Int16>, _ heard: UnsafeMutablePointer<Int16>, at now: UInt64
  ) {
    if now != time {
      // Somebody was not there in the tick before: what lies there is older.
      turn ^= 1
      (sums + turn * Self.frame).update(repeating: 0, count: Self.frame)
      time = now
    }
    let (current, last) = (sums + turn * Self.frame, sums + (turn ^ 1) * Self.frame)
    for index in 0..<Self.frame {
      let others = Int32(heard[index]) &+ last[index] &- Int32(before[index])
      heard[index] = Int16(clamping: others)
      current[index] &+= Int32(voice[index])
      before[index] = voice[index]
    }
  }
}

/// The memory of a room, which lives as long as its instance.
final class Room {
  let mix: UnsafeMutablePointer<RoomMix>
  private let sums: UnsafeMutablePointer<Int32>

  init() {
    sums = .allocate(capacity: 2 * RoomMix.frame)
    sums.initialize(repeating: 0, count: 2 * RoomMix.frame)
    mix = .allocate(capacity: 1)
    mix.initialize(to: RoomMix(sums: sums))
  }

  deinit {
    mix.deallocate()
    sums.deallocate()
  }
}
