internal import CSpeexDSP

/// Resamples a program's audio where its rate is not that of the rings.
///
/// `@unchecked Sendable`: one thread uses it at a time; the owner holds a lock.
package final class RateBridge: @unchecked Sendable {
  private let resampler: OpaquePointer
  private let channels: Int
  private var output: [Int16]

  /// Creates a resampler; nil for equal rates.
  ///
  /// - Throws: `AudioEngineError.memory` when the system provides none.
  package static func make(from: Int, to: Int, channels: Int) throws(AudioEngineError) -> RateBridge? {
    guard from != to else { return nil }
    var status: CInt = 0
    guard let resampler = speex_resampler_init(UInt32(channels), UInt32(from), UInt32(to), 4, &status) else {
      throw .memory(ArenaError(bytes: 0, code: 12))
    }
    return RateBridge(resampler, channels: channels, room: (to / 50 + 64) * channels)
  }

  private init(_ resampler: OpaquePointer, channels: Int, room: Int) {
    self.resampler = resampler
    self.channels = channels
    output = [Int16](repeating: 0, count: room)
  }

  deinit { speex_resampler_destroy(resampler) }

  /// Forgets the samples before a gap.
  package func reset() { speex_resampler_reset_mem(resampler) }

  /// Resamples at most one frame of 20 ms, and calls `body` with the result, which is valid until it returns.
  package func resample<Result>(_ samples: UnsafeBufferPointer<Int16>, _ body: (UnsafeBufferPointer<Int16>) -> Result) -> Result {
    var taken = UInt32(samples.count / channels)
    var made = UInt32(output.count / channels)
    if let start = samples.baseAddress {
      speex_resampler_process_interleaved_int(resampler, start, &taken, &output, &made)
    } else {
      made = 0
    }
    return output.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<(Int(made) * channels)])) }
  }
}
