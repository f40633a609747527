internal import CTones
internal import TransportKit

/// A WAV file for playback: 16-bit PCM at 8,000, 16,000 or 48,000 samples a second; only the first channel is used.
struct WaveFile {
  /// The samples, at 8,000 a second.
  let samples: [Int16]

  /// Reads a whole file of at most 64 MB.
  ///
  /// - Throws: A `TransportError` with the path and the fault.
  init(_ path: String) throws(TransportError) {
    func wrong(_ what: String) -> TransportError { TransportError(.invalid, "\(path): \(what)", domain: "mock-pstn") }
    let bytes = try SettingsFile.bytes(of: path, atMost: 64 << 20)
    func text(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    func number(_ at: Int, _ length: Int) -> Int { bytes[at..<at + length].reversed().reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 12, text(0) == "RIFF", text(8) == "WAVE" else { throw wrong("is not a WAV file") }
    var format: (channels: Int, rate: Int)?
    var at = 12
    while at + 8 <= bytes.count {
      let (name, start) = (text(at), at + 8)
      let length = min(number(at + 4, 4), bytes.count - start)
      if name == "fmt ", length >= 16 {
        guard number(start, 2) == 1, number(start + 14, 2) == 16 else { throw wrong("is not 16-bit PCM: convert it first") }
        format = (number(start + 2, 2), number(start + 4, 4))
      } else if name == "data", let format, format.channels > 0 {
        guard [8_000, 16_000, 48_000].contains(format.rate) else {
          throw wrong("has \(format.rate) samples a second: 8000, 16000 or 48000 can be played")
        }
        let step = 2 * format.channels
        let heard = stride(from: start, through: start + length - step, by: step).map { Int16(truncatingIfNeeded: number($0, 2)) }
        samples = Self.decimated(heard, format.rate)
        return
      }
      at = start + length + length % 2
    }
    throw wrong("has no samples in it")
  }
}

extension WaveFile {
  /// Returns the samples at 8,000 a second; `rate` is one of 8,000, 16,000 and 48,000.
  static func decimated(_ samples: [Int16], _ rate: Int) -> [Int16] {
    guard rate != 8_000 else { return samples }
    var decimator = ctones_decimator()
    guard ctones_decimator_start(&decimator, UInt32(rate)) == 0 else { return [] }
    var fewer = [Int16](repeating: 0, count: samples.count / (rate / 8_000) + 1)
    let count = ctones_decimate(&decimator, samples, samples.count, &fewer)
    return Array(fewer[..<count])
  }
}
