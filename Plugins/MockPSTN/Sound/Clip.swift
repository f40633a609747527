internal import TransportKit

/// Immutable audio at 8,000 samples a second, which far ends play.
///
/// It lives as long as its instance, so that a stream may keep its address.
final class Clip {
  let reference: ClipReference
  private let samples: UnsafeMutableBufferPointer<Int16>

  /// Creates a clip that plays once, or repeats from `loopStart` for ever.
  init(_ sound: [Int16], loopStart: Int? = nil) {
    samples = .allocate(capacity: max(1, sound.count))
    _ = samples.update(fromContentsOf: sound.isEmpty ? [0] : sound)
    reference = ClipReference(
      start: UnsafePointer(samples.baseAddress.unsafelyUnwrapped), count: Int32(sound.count),
      loopStart: Int32(loopStart ?? sound.count))
  }

  deinit { samples.deallocate() }

  /// The length; nil for an endless clip.
  var duration: Duration? {
    reference.isEndless ? nil : .milliseconds(Int64(reference.count) / 8)
  }
}
