import CallAudio
import Testing

extension TestSound {
  /// Expects a third of a second of the exact sine: a busy machine causes gaps, each of which is a step in the sine.
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
