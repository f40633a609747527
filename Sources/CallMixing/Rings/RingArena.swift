internal import TransportABI

/// The memory of all rings: a few large mappings whose pages were touched when they were made, cut into blocks side by side.
///
/// What is taken one after the other lies one after the other, so that the rings of a call, and of calls that were made together, share the
/// processor's caches. A block that comes back is given again to the next that wants one of its size. Memory goes back to the system with the
/// arena alone: what a stale plan names can be stale, but is never gone.
///
/// `@unchecked Sendable`: it has no lock of its own (nothing here may lock); its owner guards it, as `AudioEngine` does.
public final class RingArena: @unchecked Sendable {
  private var regions: [ArenaRegion] = []
  /// How much of the last region is taken.
  private var taken = 0
  /// Blocks that came back, by size.
  private var free: [Int: [UnsafeMutableRawPointer]] = [:]

  /// The bytes of all mappings.
  public private(set) var bytes = 0

  static let line = 64

  /// An arena that has no memory yet.
  public init() {}

  /// A ring of `slots` frames, empty.
  ///
  /// - Parameters:
  ///   - rate: of its frames.
  ///   - channels: 1, or 2 for a recording.
  ///   - slots: a power of two.
  public func ring(_ rate: AudioRate, channels: Int = 1, slots: UInt32 = AudioRing.slots) throws(ArenaError) -> AudioRing {
    precondition(slots > 0 && slots & (slots - 1) == 0, "A ring has a power of two of slots, so that indexes may wrap.")
    let memory = try block(AudioRing.bytes(rate, channels: channels, slots: slots))
    return AudioRing(on: memory, rate: rate, channels: channels, slots: slots)
  }

  /// Takes back what `ring` gave.
  ///
  /// Neither side may touch it any more.
  public func giveBack(_ ring: AudioRing) {
    guard let ctl = ring.table.ctl else { return }
    giveBack(UnsafeMutableRawPointer(ctl), bytes: AudioRing.bytes(ring.rate, channels: ring.channels, slots: ring.table.n_slots))
  }

  /// `bytes` of zeros on a cache line's boundary.
  package func block(_ bytes: Int) throws(ArenaError) -> UnsafeMutableRawPointer {
    let size = Self.rounded(bytes)
    if let again = free[size]?.popLast() {
      again.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      return again
    }
    if regions.isEmpty || regions[regions.count - 1].bytes - taken < size { try grow(by: size) }
    let block = regions[regions.count - 1].start + taken
    taken += size
    return block
  }

  /// Takes a block back.
  package func giveBack(_ block: UnsafeMutableRawPointer, bytes: Int) {
    free[Self.rounded(bytes), default: []].append(block)
  }

  private func grow(by size: Int) throws(ArenaError) {
    let region = try ArenaRegion(bytes: size)
    regions.append(region)
    taken = 0
    bytes += region.bytes
  }

  private static func rounded(_ bytes: Int) -> Int { (bytes + line - 1) & ~(line - 1) }
}
