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
