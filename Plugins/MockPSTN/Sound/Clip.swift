internal import TransportKit

/// Sound at 8,000 samples a second that never changes once it is made: what far ends play.
///
/// Not freed while its instance lives, so that a stream may have its address.
final class Clip {
  let reference: ClipReference
  private let samples: UnsafeMutableBufferPointer<Int16>

  /// Samples that are played once, or go on from `loopStart` again and again.
  init(_ sound: [Int16], loopStart: Int? = nil) {
    samples = .allocate(capacity: max(1, sound.count))
    _ = samples.update(fromContentsOf: sound.isEmpty ? [0] : sound)
    reference = ClipReference(
      start: UnsafePointer(samples.baseAddress.unsafelyUnwrapped), count: Int32(sound.count),
      loopStart: Int32(loopStart ?? sound.count))
  }

  deinit { samples.deallocate() }

  /// How long it lasts; nil if it has no end.
  var duration: Duration? {
    reference.isEndless ? nil : .milliseconds(Int64(reference.count) / 8)
  }
}
