/// One call's audio: two rings between the engine and a transport.
///
/// Made by `AudioEngine.makeLeg`, good until `release`. It is a name: copies are the same leg.
public struct AudioLeg: Hashable, Identifiable, Sendable {
  /// Its name; never given twice by one engine.
  public let id: UInt64
  let block: LegBlock

  /// The rate of both rings.
  public var rate: AudioRate { block.rate }
  /// What the far end is to hear: the engine puts frames in, the transport takes them out.
  public var toNet: AudioRing { block.outward }
  /// What the far end says: the transport puts frames in, the engine takes them out.
  public var fromNet: AudioRing { block.inward }

  /// Legs are the same when their names are.
  public static func == (a: AudioLeg, b: AudioLeg) -> Bool { a.id == b.id }
  /// By its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension AudioLeg {
  /// Takes memory for a leg from `arena`.
  package init(id: UInt64, rate: AudioRate, in arena: RingArena) throws(ArenaError) {
    let block = LegBlock(start: try arena.block(LegBlock.bytes(rate)), rate: rate)
    block.strip.pointee.identity = id
    // No tick's number, nor the one before it: whenever the first comes, the leg has just joined.
    block.strip.pointee.lastTick = .max - 1
    self.init(id: id, block: block)
  }

  /// Whether its memory is still its own.
  ///
  /// Under the lock that guards the arena.
  package var isAlive: Bool { block.strip.pointee.identity == id }

  /// Gives its memory back; once.
  package func giveBack(to arena: RingArena) {
    precondition(isAlive, "A leg's memory is given back once.")
    block.strip.pointee.identity = 0
    arena.giveBack(block.start, bytes: LegBlock.bytes(rate))
  }
}
