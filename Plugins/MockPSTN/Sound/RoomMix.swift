/// The sum of the voices in a room.
///
/// One thread serves all members in one tick, so no lock is needed. A member hears the previous tick, in which all have spoken, minus its
/// own voice.
struct RoomMix: BitwiseCopyable {
  static let frame = 160

  /// The current tick.
  private var time: UInt64 = 0
  /// Two sums, of the previous tick and of the current one, used in turn.
  private let sums: UnsafeMutablePointer<Int32>
  private var turn = 0

  fileprivate init(sums: UnsafeMutablePointer<Int32>) {
    self.sums = sums
  }

  /// Exchanges one member's audio with the room, for one tick.
  ///
  /// - Parameters:
  ///   - voice: The member's voice.
  ///   - before: The member's voice in the previous tick; replaced by `voice`.
  ///   - heard: The frame to which the voices of the others are added.
  mutating func pass(
    _ voice: UnsafePointer<Int16>, _ before: UnsafeMutablePointer<Int16>, _ heard: UnsafeMutablePointer<Int16>, at now: UInt64
  ) {
    if now != time {
      // The first member of a new tick swaps the sums, and clears the one for this tick.
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
