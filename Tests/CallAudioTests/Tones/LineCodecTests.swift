import CallAudio
import Testing

@Suite("Line codecs")
struct LineCodecTests {
  private func through(_ codec: LineCodec, _ samples: [Int16], frame: Int) -> [Int16] {
    let encoder = LineEncoder(codec)
    let decoder = LineDecoder(codec)
    var result: [Int16] = []
    for start in stride(from: 0, to: samples.count, by: frame) {
      let part = Array(samples[start..<min(start + frame, samples.count)])
      var bytes = [UInt8](repeating: 0, count: frame)
      let written = part.withUnsafeBufferPointer { from in bytes.withUnsafeMutableBufferPointer { encoder.encode(from, into: $0) } }
      var back = [Int16](repeating: 0, count: frame)
      let read = bytes[..<written].withUnsafeBufferPointer { from in
        back.withUnsafeMutableBufferPointer { decoder.decode(from, into: $0) }
      }
      #expect(read == part.count)
      result += back[..<read]
    }
    return result
  }

  @Test(
    "a tone keeps its level and frequency, and the codec's noise stays below its limit",
    arguments: [(LineCodec.pcma, 33.0), (.pcmu, 33.0), (.g722, 30.0)])
  func roundTrip(codec: LineCodec, clarity: Double) throws {
    for hertz in [440.0, 1_004, codec == .g722 ? 5_000 : 3_000] {
      var player = TonePlayer(ToneCadence([ToneSegment([hertz], level: -10)]), rate: codec.rate)
      let back = through(codec, player.next(codec.rate.hertz), frame: codec.rate.samplesPerFrame)
      let meter = SoundMeter(back, rate: codec.rate).middle()
      #expect(abs(meter.frequency(to: 7_900) - hertz) < 0.1, "\(codec) \(hertz)")
      #expect(abs(meter.dBm0(at: hertz) + 10) < (hertz > 4_000 ? 1 : 0.2), "\(codec) \(hertz)")
      #expect(meter.clarity(at: hertz) > (hertz > 4_000 ? 20 : clarity), "\(codec) \(hertz): \(meter.clarity(at: hertz))")
    }
  }

  @Test("every byte of G.711 survives decoding and encoding, except one of the mu-law's two zeros", arguments: [LineCodec.pcma, .pcmu])
  func everyByte(codec: LineCodec) {
    let bytes = (0...255).map { UInt8($0) }
    var samples = [Int16](repeating: 0, count: 256)
    var back = [UInt8](repeating: 0, count: 256)
    let decoded = bytes.withUnsafeBufferPointer { from in
      samples.withUnsafeMutableBufferPointer { LineDecoder(codec).decode(from, into: $0) }
    }
    let encoded = samples.withUnsafeBufferPointer { from in
      back.withUnsafeMutableBufferPointer { LineEncoder(codec).encode(from, into: $0) }
    }
    #expect(decoded == 256 && encoded == 256)
    let changed = bytes.filter { back[Int($0)] != $0 }
    #expect(changed == (codec == .pcmu ? [0x7f] : []))
  }

  @Test("G.722 keeps its state: two half frames equal the whole frame")
  func pieces() {
    var player = TonePlayer(ToneCadence([ToneSegment([700, 2_300])]), rate: .wideband)
    let samples = player.next(6_400)
    #expect(through(.g722, samples, frame: 320) == through(.g722, samples, frame: 160))
  }

  @Test("a small buffer is filled and not exceeded, and an empty one is no crash", arguments: LineCodec.allCases)
  func small(codec: LineCodec) {
    let samples = [Int16](repeating: 500, count: 320)
    var bytes = [UInt8](repeating: 0xee, count: 12)
    let encoder = LineEncoder(codec)
    let written = samples.withUnsafeBufferPointer { from in
      bytes.withUnsafeMutableBufferPointer { encoder.encode(from, into: UnsafeMutableBufferPointer(rebasing: $0[..<10])) }
    }
    #expect(written == 10)
    #expect(bytes[10...] == [0xee, 0xee])
    #expect(encoder.encode(UnsafeBufferPointer(start: nil, count: 0), into: UnsafeMutableBufferPointer(start: nil, count: 0)) == 0)
    var back = [Int16](repeating: 77, count: 9)
    let read = bytes.withUnsafeBufferPointer { from in
      back.withUnsafeMutableBufferPointer { LineDecoder(codec).decode(from, into: UnsafeMutableBufferPointer(rebasing: $0[..<8])) }
    }
    #expect(read == 8)
    #expect(back[8] == 77)
  }
}
