internal import CResampling

/// Owns a `Fitting`, which the control side creates and frees and the audio thread uses.
///
/// `@unchecked Sendable`: while a plan refers to the contents, only the audio thread touches them, and each such plan holds this object.
package final class LegFitting: @unchecked Sendable {
  package let legRate: AudioRate
  package let groupRate: AudioRate
  let pointer: UnsafeMutablePointer<Fitting>

  package init(legRate: AudioRate, groupRate: AudioRate) throws(SceneFault) {
    self.legRate = legRate
    self.groupRate = groupRate
    let into = Self.resampler(from: legRate, to: groupRate)
    let outOf = Self.resampler(from: groupRate, to: legRate)
    let held = UnsafeMutablePointer<Int16>.allocate(capacity: groupRate.samplesPerFrame + 8)
    held.initialize(repeating: 0, count: groupRate.samplesPerFrame)
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: Fitting(into: into, outOf: outOf, held: held, heldIn: .max - 1, lastTick: .max - 1))
    if legRate != groupRate, into == nil || outOf == nil { throw .noMemory }
  }

  deinit {
    hookswitch_resampler_free(pointer.pointee.into)
    hookswitch_resampler_free(pointer.pointee.outOf)
    pointer.pointee.held.deallocate()
    pointer.deallocate()
  }

  private static func resampler(from: AudioRate, to: AudioRate) -> OpaquePointer? {
    from == to ? nil : hookswitch_resampler_new(from.rawValue, to.rawValue)
  }
}
