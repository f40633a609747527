internal import CTones

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
