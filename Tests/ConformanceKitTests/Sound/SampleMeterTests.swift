import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness

@Suite("The sound meter")
struct SampleMeterTests {
  @Test("hears the tone that is there and no other, at every rate", arguments: [8000, 16000, 48000] as [UInt32])
  func tones(rate: UInt32) {
    var tone = SineTone(440, rate: rate)
    let meter = SampleMeter(samples: tone.next(Int(rate) / 5), rate: rate)
    #expect(meter.share(of: 440) > 0.99)
    #expect(meter.share(of: 1000) < 0.01)
    #expect(abs(meter.level - SineTone.peak / 2.0.squareRoot()) < 10)
    #expect(meter.hears(440) && !meter.hears(450) && !meter.isSilent)
  }

  @Test("counts no samples, zeros and the last bit of a codec as silence")
  func silence() {
    for samples in [[], [Int16](repeating: 0, count: 160), (0..<160).map { Int16($0 % 3 - 1) * 8 }] {
      let meter = SampleMeter(samples: samples, rate: 8000)
      #expect(meter.isSilent && !meter.hears(440))
    }
  }

  @Test("does not take noise for a tone")
  func noise() {
    var numbers = SeededNumbers(7)
    let meter = SampleMeter(samples: (0..<1600).map { _ in Int16(numbers.below(16000)) - 8000 }, rate: 8000)
    #expect(!meter.isSilent && !meter.hears(440))
  }

  @Test("hears a tone that lost a frame, in spans, and still neither noise nor another tone")
  func lostFrame() {
    var tone = SineTone(440, rate: 8000)
    let frames = (0..<58).map { _ in tone.next(160) }
    for lost in [10, 29, 32] {
      let samples = Array((frames[..<lost] + frames[(lost + 1)...]).joined())
      #expect(lost == 10 || SampleMeter(samples: samples, rate: 8000).share(of: 440) < 0.8)
      let meter = SampleMeter(samples: samples, rate: 8000, span: 800)
      #expect(meter.share(of: 440) > 0.95)
      #expect(meter.share(of: 460) < 0.05)
    }
    var numbers = SeededNumbers(7)
    let noise = (0..<9000).map { _ in Int16(numbers.below(16000)) - 8000 }
    #expect(SampleMeter(samples: noise, rate: 8000, span: 800).share(of: 440) < 0.05)
  }

  @Test("a tone continues where its last frame ended")
  func seams() {
    var (whole, parts) = (SineTone(440, rate: 8000), SineTone(440, rate: 8000))
    #expect(whole.next(480) == parts.next(160) + parts.next(320))
  }
}
