package import TransportABI

/// An audio format of a call, from a plugin or a test.
package struct SoundFormat: Hashable, Sendable {
  package var rate: UInt32
  var channels: UInt16 = 1
  package var sample = UInt16(HSW_SAMPLE_S16LE)
  var frameMicroseconds: UInt32 = 20_000

  init(rate: UInt32) { self.rate = rate }

  /// Copies a format that a plugin wrote.
  package init(_ foreign: hsw_audio_format) {
    rate = foreign.rate
    channels = foreign.channels
    sample = foreign.sample
    frameMicroseconds = foreign.frame_us
  }

  /// The first field that is out of range; nil if there is none.
  package var flaw: String? {
    if !(8000...192_000).contains(rate) { return "rate \(rate)" }
    if !(1...8).contains(channels) { return "\(channels) channels" }
    if ![UInt16(HSW_SAMPLE_S16LE), UInt16(HSW_SAMPLE_F32LE)].contains(sample) { return "sample \(sample)" }
    if !(1000...100_000).contains(frameMicroseconds) { return "frame_us \(frameMicroseconds)" }
    return nil
  }

  /// True if the kit supports it: 16-bit samples in one channel, in frames of 20 ms.
  package var isOurs: Bool { flaw == nil && sample == HSW_SAMPLE_S16LE && channels == 1 && frameMicroseconds == 20_000 }

  /// The number of samples in a frame.
  package var frameSamples: Int { Int(rate) * Int(frameMicroseconds) / 1_000_000 }

  /// The number of bytes in a frame of 16-bit samples.
  var frameBytes: Int { frameSamples * 2 * Int(channels) }

  var text: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s"), sample \(sample), \(frameMicroseconds) us" }

  /// Lends the format as a struct, for one plugin function.
  func lent(by lender: Lender) -> UnsafePointer<hsw_audio_format> {
    var format = hsw_audio_format()
    format.rate = rate
    format.channels = channels
    format.sample = sample
    format.frame_us = frameMicroseconds
    return UnsafePointer(lender.sized(format))
  }
}
