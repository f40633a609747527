import CTones
import Foundation
import Testing
import TransportABI

@testable import TransportKit

/// The sound of a call as a host has it: two rings, a frame of 20 ms at a time, in virtual time.
final class LineAudio {
  static let frame = 160

  let rig: Rig
  let call: hsw_call
  private let toNet = AudioPipe(samplesPerFrame: frame)
  private let fromNet = AudioPipe(samplesPerFrame: frame)
  private let audio: hsw_audio

  init(_ rig: Rig, _ call: hsw_call) throws {
    self.rig = rig
    self.call = call
    audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
    var format = AudioFormat.narrowband.table
    var (up, down) = (toNet.reader.ring, fromNet.writer.ring)
    let status = audio.attach!(rig.context, call, &format, &up, &down)
    #expect(status == HSW_OK)
  }

  func detach() { audio.detach!(rig.context, call) }

  /// Says this, and answers what was heard meanwhile: as many samples, made up to whole frames.
  @discardableResult
  func say(_ samples: [Int16]) -> [Int16] {
    var heard: [Int16] = []
    for start in stride(from: 0, to: samples.count, by: Self.frame) {
      let rest = samples[start...].prefix(Self.frame)
      put(rest)
      tick()
      heard += take()
    }
    return heard
  }

  /// Says nothing, and answers what was heard.
  @discardableResult
  func listen(milliseconds: Int) -> [Int16] { say([Int16](repeating: 0, count: milliseconds * 8)) }

  func put(_ samples: ArraySlice<Int16>) {
    toNet.writer.frame { span in
      for (index, sample) in samples.enumerated() { span[index] = sample }
    }
  }

  /// One tick, and 20 ms later.
  func tick() {
    audio.tick!(rig.context, rig.host.now)
    rig.host.advance(0.02)
  }

  func take() -> [Int16] {
    fromNet.reader.frame { span, _ in (0..<span.count).map { span[$0] } } ?? []
  }

  /// Digits as a telephone would send them over some line: levels in dBm0, milliseconds, the noise's power below theirs in dB.
  static func digits(
    _ digits: String, low: Float = -10, twist: Float = 2, on: UInt32 = 100, off: UInt32 = 100, signalToNoise: Double? = nil
  ) -> [Int16] {
    var sender = ctones_dtmf_sender()
    ctones_dtmf_sender_start(&sender, ctones_dtmf_style(dbm0: low, twist: twist, on_ms: on, off_ms: off), 8_000)
    #expect(ctones_dtmf_put(&sender, digits, digits.utf8.count) == 0)
    var samples = [Int16](repeating: 0, count: (digits.utf8.count * Int(on + off) + 100) * 8)
    _ = ctones_dtmf_send(&sender, &samples, samples.count)
    guard let signalToNoise else { return samples }
    let sounding = samples.filter { $0 != 0 }
    let sigma = (sounding.reduce(0) { $0 + Double($1) * Double($1) } / Double(sounding.count) / pow(10, signalToNoise / 10)).squareRoot()
    var noise = GaussianNoise(seed: 24)
    return samples.map { Int16(clamping: Int(Double($0) + sigma * noise.next())) }
  }
}

/// The loudness of samples, in dBm0 (a sine of full scale is 3.14).
func dBm0(_ samples: some Collection<Int16>) -> Double {
  let all = Array(samples)
  return 10 * log10(max(ctones_power(all, all.count), 1e-9) / (32_768 * 32_768)) + 6.15
}

/// The dBm0 of one frequency in samples.
func dBm0(_ samples: some Collection<Int16>, at hertz: Double) -> Double {
  let all = Array(samples)
  return 10 * log10(max(ctones_power_at(all, all.count, hertz, 8_000), 1e-9) / (32_768 * 32_768)) + 6.15
}

/// White noise of power 1, the same for the same seed.
private struct GaussianNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Double {
    // Twelve even ones make one that is near enough to normal.
    (0..<12).reduce(-6) { sum, _ in sum + uniform() }
  }

  private mutating func uniform() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}
