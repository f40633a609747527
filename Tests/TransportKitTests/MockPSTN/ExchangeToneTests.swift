import Foundation
import Testing
import TransportABI

/// The tones for a caller, compared with the figures of ITU-T E.180 Supplement 2.
@Suite(.mockPSTN) struct ExchangeToneTests {
  /// A network's tone: frequencies in Hz, and the lengths of sound and silence in milliseconds.
  struct Expected: Sendable, CustomTestStringConvertible {
    let country: String
    let number: String
    let hertz: [Double]
    let cadence: [Int]
    var testDescription: String { "\(country) \(number)" }
  }

  static let tones = [
    Expected(country: "US", number: "03", hertz: [440, 480], cadence: [2000, 4000]),
    Expected(country: "US", number: "02", hertz: [480, 620], cadence: [500, 500]),
    Expected(country: "US", number: "32", hertz: [480, 620], cadence: [250, 250]),
    Expected(country: "GB", number: "03", hertz: [400, 450], cadence: [400, 200, 400, 2000]),
    Expected(country: "GB", number: "02", hertz: [400], cadence: [375, 375]),
    Expected(country: "DE", number: "03", hertz: [425], cadence: [1000, 4000]),
    Expected(country: "DE", number: "02", hertz: [425], cadence: [480, 480]),
    Expected(country: "DE", number: "32", hertz: [425], cadence: [240, 240]),
    Expected(country: "FR", number: "03", hertz: [440], cadence: [1500, 3500]),
    Expected(country: "FR", number: "02", hertz: [440], cadence: [500, 500]),
    Expected(country: "JP", number: "02", hertz: [400], cadence: [500, 500]),
  ]

  @Test(arguments: tones)
  func areThoseOfTheCountry(expected: Expected) throws {
    let rig = try Rig.exchange(#""country": "\#(expected.country)", "tone-s": 20"#, tones: true)
    let number = ["US": "55501", "GB": "794601", "DE": "231251", "FR": "99 00 01", "JP": "555001"][expected.country]!
    let line = try LineAudio(rig, rig.dial(number + expected.number))
    let heard = line.listen(milliseconds: 8_000)
    // Sound and silence, at the measurement's resolution of 5 ms; the end of the recording cuts the last one off.
    let edges = runs(heard)
    try #require(edges.count > expected.cadence.count, "\(edges)")
    for (measured, length) in zip(edges, expected.cadence) { #expect(abs(measured - length) <= 5, "\(edges)") }
    let steady = heard[160..<min(heard.count, (expected.cadence[0] - 30) * 8)]
    for hertz in expected.hertz { #expect(dBm0(steady, at: hertz) > -30, "\(hertz) Hz") }
    let there = expected.hertz.reduce(0) { $0 + pow10(dBm0(steady, at: $1) / 10) }
    #expect(there / pow10(dBm0(steady) / 10) > 0.97, "something else sounds beside \(expected.hertz)")
  }

  /// Vacant code: three tones, the first long, the second short (Bellcore GR-1162), once.
  @Test func anUnknownNumberIsToldBySpecialInformation() throws {
    let rig = try Rig.exchange(tones: true)
    let line = try LineAudio(rig, rig.dial("5550105"))
    let heard = line.listen(milliseconds: 1_300)
    for (middle, hertz) in [(190, 985.2), (480, 1370.6), (800, 1776.7)] {
      let piece = heard[(middle - 60) * 8..<(middle + 60) * 8]
      #expect(dBm0(piece, at: hertz) > dBm0(piece) - 0.5, "\(hertz) Hz at \(middle) ms")
    }
  }

  /// The lengths in milliseconds of sound, silence, sound again and so on.
  private func runs(_ samples: [Int16]) -> [Int] {
    var runs: [Int] = []
    var isLoud = true
    var length = 0
    for start in stride(from: 0, to: samples.count, by: 40) {
      let now = dBm0(samples[start..<min(start + 40, samples.count)]) > -40
      if now == isLoud {
        length += 5
      } else {
        runs.append(length)
        (isLoud, length) = (now, 5)
      }
    }
    return runs + [length]
  }
}

private func pow10(_ exponent: Double) -> Double { Foundation.pow(10, exponent) }
