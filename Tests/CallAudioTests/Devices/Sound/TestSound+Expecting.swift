import CallAudio
import Testing

extension TestSound {
  /// A busy machine makes gaps, and a gap is a step in the sine: there must be a third of a second without one, and it must be exact.
  static func expectTone(
    _ listen: () async throws -> [Int16], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var heard: [String] = []
    for _ in 0..<10 {
      let samples = try await listen()
      for start in stride(from: 0, to: samples.count - 16_000, by: 4_000) {
        let meter = SoundMeter(samples[start..<start + 16_000], rate: .fullband)
        let (level, hertz) = (meter.dBFS, meter.frequency())
        if abs(level + 13.01) < 0.1, abs(hertz - 440) < 0.1 { return }
        heard.append("\(level) dBFS, \(hertz) Hz")
      }
    }
    Issue.record("-13.01 dBFS and 440 Hz were not among \(heard.suffix(20))", sourceLocation: sourceLocation)
  }
}
