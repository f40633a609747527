import Foundation
import Hookswitch

/// Writes WAV files with one tone.
enum ToneFile {
  /// The tone's level.
  static let dBFS = -15.0

  /// Writes `seconds` of a tone, 16 bits at 16,000 Hz.
  static func write(_ hertz: Double, seconds: Int = 30, to file: URL) throws {
    let rate = 16_000
    let amplitude = 32_768 * pow(10, dBFS / 20) * 2.0.squareRoot()
    let samples = (0..<(rate * seconds)).map { Int16(amplitude * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
    var data = Data("RIFF".utf8)
    func add(_ value: Int, bytes: Int) { for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) } }
    add(36 + samples.count * 2, bytes: 4)
    data += Data("WAVEfmt ".utf8)
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2)] { add(value, bytes: bytes) }
    data += Data("data".utf8)
    add(samples.count * 2, bytes: 4)
    for sample in samples { add(Int(sample), bytes: 2) }
    try data.write(to: file)
  }
}
