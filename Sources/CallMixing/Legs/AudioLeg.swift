/// One call's audio: two rings between the engine and a transport.
///
/// Created by `AudioEngine.makeLeg`, valid until `release`. It is a handle: copies denote the same leg.
public struct AudioLeg: Hashable, Identifiable, Sendable {
  /// The leg's id; an engine never reuses one.
  public let id: UInt64
  let block: LegBlock
  private let state: LegStripBlock
  private let arenas: Arenas

  /// The arenas that the leg returns its memory to: that of the rings may be shared with another process, that of the strip never is.
  private struct Arenas: Sendable {
    var rings: RingArena
    var strips: RingArena
  }

  /// The audio thread's state of the leg.
  var strip: UnsafeMutablePointer<LegStrip> { state.strip }
  /// The rate of both rings.
  public var rate: AudioRate { block.rate }
  /// Audio for the far end: the engine puts frames, the transport takes them.
  public var toNet: AudioRing { block.outward }
  /// Audio from the far end: the transport puts frames, the engine takes them.
  public var fromNet: AudioRing { block.inward }

  /// Compares the ids.
  public static func == (a: AudioLeg, b: AudioLeg) -> Bool { a.id == b.id }
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension AudioLeg {
  /// Allocates a leg, with its rings in one arena and the engine's own state of it in another.
  package init(id: UInt64, rate: AudioRate, rings: RingArena, strips: RingArena) throws(ArenaError) {
    let state = try LegStripBlock(in: strips)
    do throws(ArenaError) {
      block = LegBlock(start: try rings.block(LegBlock.bytes(rate)), rate: rate)
    } catch {
      state.giveBack(to: strips)
      throw error
    }
    self.state = state
    self.id = id
    arenas = Arenas(rings: rings, strips: strips)
    strip.pointee.identity = id
    // No tick has this number or the next: at the first tick, whenever it is, the leg counts as newly joined.
    strip.pointee.lastTick = .max - 1
  }

  /// True while the leg owns its memory.
  ///
  /// Accessed under the lock that guards the arenas.
  package var isAlive: Bool { strip.pointee.identity == id }

  /// Frees the leg's memory; call it once.
  package func giveBack() {
    precondition(isAlive, "A leg's memory is released once.")
    strip.pointee.identity = 0
    state.giveBack(to: arenas.strips)
    arenas.rings.giveBack(block.start, bytes: LegBlock.bytes(rate))
  }
}

/// The memory of a leg's rings: first the one that the engine fills, then the one that it empties.
///
/// `@unchecked Sendable`: the address and the rate never change, and the memory is accessed only through the atomics of `hookswitch/ring.h`.
struct LegBlock: @unchecked Sendable, Hashable {
  let start: UnsafeMutableRawPointer
  let rate: AudioRate

  static func bytes(_ rate: AudioRate) -> Int { 2 * AudioRing.bytes(rate) }

  var outward: AudioRing { AudioRing(on: start, rate: rate) }
  var inward: AudioRing { AudioRing(on: start + AudioRing.bytes(rate), rate: rate) }
}

/// The audio thread's state of one leg.
///
/// It lies in memory of this process alone: another process that shares the leg's rings must not reach it.
struct LegStrip {
  /// The id of the leg that owns the strip; 0 after its release.
  var identity: UInt64
  /// The last tick whose plan contained the leg; after a gap, the frames in its rings are stale.
  var lastTick: UInt64

  // Other threads read these figures, and only the audio thread writes them. Those that every tick writes come first, in one cache line.
  var level: UInt64
  var taken: UInt64
  var given: UInt64
  /// The consecutive frames that found no room; the next frame that finds room gets the gap mark.
  var refusedInARow: UInt64
  var missing: UInt64
  var refused: UInt64
  var dropped: UInt64
  var concealed: UInt64
  var gaps: UInt64
}

/// The memory of a leg's strip.
///
/// `@unchecked Sendable`: the address never changes; only the audio thread writes the strip, in atomic figures.
struct LegStripBlock: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer

  /// Two cache lines, so that no two strips share one.
  private static let bytes = 128

  init(in arena: RingArena) throws(ArenaError) { start = try arena.block(Self.bytes) }

  func giveBack(to arena: RingArena) { arena.giveBack(start, bytes: Self.bytes) }

  var strip: UnsafeMutablePointer<LegStrip> { start.assumingMemoryBound(to: LegStrip.self) }
}
