internal import TransportABI

/// A format of a call's audio, as a plugin says it or a test wants it.
struct SoundFormat: Hashable, Sendable {
  var rate: UInt32
  var channels: UInt16 = 1
  var sample = UInt16(HSW_SAMPLE_S16LE)
  var frameMicroseconds: UInt32 = 20_000

  init(rate: UInt32) { self.rate = rate }

  /// Copies what a plugin wrote.
  init(_ foreign: hsw_audio_format) {
    rate = foreign.rate
    channels = foreign.channels
    sample = foreign.sample
    frameMicroseconds = foreign.frame_us
  }

  /// What is wrong with it; nil when a host can live with it.
  var flaw: String? {
    if !(8000...192_000).contains(rate) { return "rate \(rate)" }
    if !(1...8).contains(channels) { return "\(channels) channels" }
    if ![UInt16(HSW_SAMPLE_S16LE), UInt16(HSW_SAMPLE_F32LE)].contains(sample) { return "sample \(sample)" }
    if !(1000...100_000).contains(frameMicroseconds) { return "frame_us \(frameMicroseconds)" }
    return nil
  }

  /// Whether the kit can speak it: 16-bit samples in one channel, in the frames that its clock ticks in.
  var isOurs: Bool { flaw == nil && sample == HSW_SAMPLE_S16LE && channels == 1 && frameMicroseconds == 20_000 }

  /// How many samples a frame has.
  var frameSamples: Int { Int(rate) * Int(frameMicroseconds) / 1_000_000 }

  /// How many bytes of 16-bit samples a frame has.
  var frameBytes: Int { frameSamples * 2 * Int(channels) }

  var text: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s"), sample \(sample), \(frameMicroseconds) us" }

  /// The struct that says so, lent for one call.
  func lent(by lender: Lender) -> UnsafePointer<hsw_audio_format> {
    var format = hsw_audio_format()
    format.rate = rate
    format.channels = channels
    format.sample = sample
    format.frame_us = frameMicroseconds
    return UnsafePointer(lender.sized(format))
  }
}
