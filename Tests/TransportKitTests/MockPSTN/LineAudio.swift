import CTones
import Foundation
import Testing
import TransportABI

@testable import TransportKit

/// The audio of a call at the host's side: two rings, a frame of 20 ms at a time, in virtual time.
final class LineAudio {
  static let frame = 160

  private(set) var rig: Rig
  let call: hsw_call
  private let toNet = AudioPipe(samplesPerFrame: frame)
  private let fromNet = AudioPipe(samplesPerFrame: frame)
  private var audio: hsw_audio

  init(_ rig: Rig, _ call: hsw_call) throws {
    self.rig = rig
    self.call = call
    audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
    try attach()
  }

  /// Has another instance, which took the call over, serve the same rings.
  func move(to rig: Rig) throws {
    self.rig = rig
    audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
    try attach()
  }

  private func attach() throws {
    var format = AudioFormat.narrowband.table
    var (up, down) = (toNet.reader.ring, fromNet.writer.ring)
    let status = audio.attach!(rig.context, call, &format, &up, &down)
    #expect(status == HSW_OK)
  }

  func detach() { audio.detach!(rig.context, call) }

  /// Sends samples, padded to whole frames, and returns the samples received meanwhile.
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

  /// Sends silence, and returns the samples received meanwhile.
  @discardableResult
  func listen(milliseconds: Int) -> [Int16] { say([Int16](repeating: 0, count: milliseconds * 8)) }

  func put(_ samples: ArraySlice<Int16>) {
    toNet.writer.frame { span in
      for (index, sample) in samples.enumerated() { span[index] = sample }
    }
  }

  /// Runs one tick and advances the time by 20 ms.
  func tick() {
    audio.tick!(rig.context, rig.host.now)
    rig.host.advance(0.02)
  }

  func take() -> [Int16] {
    fromNet.reader.frame { span, _ in (0..<span.count).map { span[$0] } } ?? []
  }

  /// Renders digits as a telephone sends them over a line: levels in dBm0, milliseconds, the noise's power below theirs in dB.
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

/// The level of samples in dBm0 (a sine of full scale has 3.14).
func dBm0(_ samples: some Collection<Int16>) -> Double {
  let all = Array(samples)
  return 10 * log10(max(ctones_power(all, all.count), 1e-9) / (32_768 * 32_768)) + 6.15
}

/// The level of one frequency in samples, in dBm0.
func dBm0(_ samples: some Collection<Int16>, at hertz: Double) -> Double {
  let all = Array(samples)
  return 10 * log10(max(ctones_power_at(all, all.count, hertz, 8_000), 1e-9) / (32_768 * 32_768)) + 6.15
}

/// White noise of power 1; one seed always gives the same noise.
private struct GaussianNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Double {
    // The sum of twelve uniform numbers is close enough to a normal distribution.
    (0..<12).reduce(-6) { sum, _ in sum + uniform() }
  }

  private mutating func uniform() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}
