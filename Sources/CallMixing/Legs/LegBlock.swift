/// Where a leg's memory is: strip, the ring that the engine fills, the ring that it empties.
///
/// `@unchecked Sendable`: an address and a rate, which never change; the strip is written by the audio thread alone, in single figures.
struct LegBlock: @unchecked Sendable, Hashable {
  let start: UnsafeMutableRawPointer
  let rate: AudioRate

  static func bytes(_ rate: AudioRate) -> Int { stripBytes + 2 * AudioRing.bytes(rate) }
  private static let stripBytes = 128

  var strip: UnsafeMutablePointer<LegStrip> { start.assumingMemoryBound(to: LegStrip.self) }
  /// The engine puts frames into it.
  var outward: AudioRing { AudioRing(on: start + Self.stripBytes, rate: rate) }
  /// The engine takes frames out of it.
  var inward: AudioRing { AudioRing(on: start + Self.stripBytes + AudioRing.bytes(rate), rate: rate) }
}
