import CallMixing
import Foundation

/// Sounds to hear again.
enum TestSound {
  /// A sine with a peak of -10 dBFS, -13.01 dBFS RMS, unless said.
  static func sine(_ hertz: Double, seconds: Double, rate: Int = 48_000, peak: Double = 0.316_228) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map { Int16((32_767 * peak * sin(2 * .pi * hertz * Double($0) / Double(rate))).rounded()) }
  }

  /// Samples that count, so that none can be missing or twice without being seen.
  static func ramp(_ count: Int, from first: Int = 1) -> [Int16] { (first..<(first + count)).map { Int16(truncatingIfNeeded: $0) } }
}

/// A folder that is gone when this is.
final class TestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/hookswitch-audio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }
}
