/// One call's audio: two rings between the engine and a transport.
///
/// Created by `AudioEngine.makeLeg`, valid until `release`. It is a handle: copies denote the same leg.
public struct AudioLeg: Hashable, Identifiable, Sendable {
  /// The leg's id; an engine never reuses one.
  public let id: UInt64
  let block: LegBlock

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
  /// Allocates a leg in `arena`.
  package init(id: UInt64, rate: AudioRate, in arena: RingArena) throws(ArenaError) {
    let block = LegBlock(start: try arena.block(LegBlock.bytes(rate)), rate: rate)
    block.strip.pointee.identity = id
    // No tick has this number or the next: at the first tick, whenever it is, the leg counts as newly joined.
    block.strip.pointee.lastTick = .max - 1
    self.init(id: id, block: block)
  }

  /// True while the leg owns its memory.
  ///
  /// Accessed under the lock that guards the arena.
  package var isAlive: Bool { block.strip.pointee.identity == id }

  /// Frees the leg's memory; call it once.
  package func giveBack(to arena: RingArena) {
    precondition(isAlive, "A leg's memory is released once.")
    block.strip.pointee.identity = 0
    arena.giveBack(block.start, bytes: LegBlock.bytes(rate))
  }
}

/// The memory of a leg: the strip, the ring that the engine fills, and the ring that it empties.
///
/// `@unchecked Sendable`: the address and the rate never change; only the audio thread writes the strip, in atomic figures.
struct LegBlock: @unchecked Sendable, Hashable {
  let start: UnsafeMutableRawPointer
  let rate: AudioRate

  static func bytes(_ rate: AudioRate) -> Int { stripBytes + 2 * AudioRing.bytes(rate) }
  private static let stripBytes = 128

  var strip: UnsafeMutablePointer<LegStrip> { start.assumingMemoryBound(to: LegStrip.self) }
  var outward: AudioRing { AudioRing(on: start + Self.stripBytes, rate: rate) }
  var inward: AudioRing { AudioRing(on: start + Self.stripBytes + AudioRing.bytes(rate), rate: rate) }
}
