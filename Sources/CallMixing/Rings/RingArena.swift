internal import TransportABI

/// The memory of all rings: a few large resident mappings, divided into adjacent blocks.
///
/// Consecutive allocations are adjacent, so that the rings of one call, and of calls made together, share the processor's caches. A freed
/// block serves the next request of its size. The system gets memory back only with the arena, so the memory behind a stale plan stays
/// mapped.
///
/// `@unchecked Sendable`: it has no lock, because nothing here may lock; its owner guards it, as `AudioEngine` does.
public final class RingArena: @unchecked Sendable {
  private var regions: [any RingRegion] = []
  /// The source of the mappings; nil for memory of this process alone.
  private let memory: (any RingMemory)?
  /// The bytes of the last region in use.
  private var taken = 0
  /// Freed blocks by size.
  private var free: [Int: [UnsafeMutableRawPointer]] = [:]

  /// The bytes of all mappings.
  public private(set) var bytes = 0

  static let line = 64

  /// Creates an arena without memory.
  public init() { memory = nil }

  /// Creates an arena whose rings lie in `memory`, which another process shares.
  package init(in memory: any RingMemory) { self.memory = memory }

  /// Allocates an empty ring of `slots` frames.
  ///
  /// - Parameters:
  ///   - rate: The rate of its frames.
  ///   - channels: 1, or 2 for a recording.
  ///   - slots: A power of two.
  public func ring(_ rate: AudioRate, channels: Int = 1, slots: UInt32 = AudioRing.slots) throws(ArenaError) -> AudioRing {
    precondition(slots > 0 && slots & (slots - 1) == 0, "A ring has a power of two of slots, so that indexes may wrap.")
    let memory = try block(AudioRing.bytes(rate, channels: channels, slots: slots))
    return AudioRing(on: memory, rate: rate, channels: channels, slots: slots)
  }

  /// Frees a ring allocated by `ring`.
  ///
  /// Producer and consumer must no longer touch it.
  public func giveBack(_ ring: AudioRing) {
    guard let ctl = ring.table.ctl else { return }
    giveBack(UnsafeMutableRawPointer(ctl), bytes: AudioRing.bytes(ring.rate, channels: ring.channels, slots: ring.table.n_slots))
  }

  /// Allocates `bytes` of zeroed memory, aligned to a cache line.
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

  /// Frees a block.
  package func giveBack(_ block: UnsafeMutableRawPointer, bytes: Int) {
    free[Self.rounded(bytes), default: []].append(block)
  }

  private func grow(by size: Int) throws(ArenaError) {
    let region: any RingRegion = if let memory { try memory.makeRegion(bytes: size) } else { try ArenaRegion(bytes: size) }
    regions.append(region)
    taken = 0
    bytes += region.bytes
  }

  private static func rounded(_ bytes: Int) -> Int { (bytes + line - 1) & ~(line - 1) }
}

/// A source of memory that another process shares.
///
/// The other process may write anything there at any time, so nothing but rings lies in it.
package protocol RingMemory: AnyObject, Sendable {
  /// Maps a zeroed region of at least `bytes`, aligned to a page.
  func makeRegion(bytes: Int) throws(ArenaError) -> any RingRegion

  /// Tells the other process the time of one of the engine's ticks, in nanoseconds of CLOCK_MONOTONIC; all others are multiples of 20 ms
  /// away.
  func setGrid(_ time: UInt64)

  /// True once the other process is gone, and no more rings are needed.
  var isOver: Bool { get }
}

/// A mapping that lives as long as its object.
package protocol RingRegion: AnyObject, Sendable {
  /// The first address.
  var start: UnsafeMutableRawPointer { get }
  /// The length.
  var bytes: Int { get }
}

/// The system provides no memory for rings.
public struct ArenaError: Error, Equatable, CustomStringConvertible {
  /// The bytes requested.
  public let bytes: Int
  /// The system's `errno`.
  public let code: Int32

  /// Creates the error of a failed request.
  package init(bytes: Int, code: Int32) {
    self.bytes = bytes
    self.code = code
  }

  /// One sentence that states the remedy.
  public var description: String {
    "The system refuses \(bytes) bytes for audio rings (errno \(code)): end some calls, or raise the limit of this process's memory."
  }
}
