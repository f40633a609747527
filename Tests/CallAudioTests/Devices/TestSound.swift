import CallMixing
import Foundation

enum TestSound {
  /// Returns a sine, by default with a peak of -10 dBFS (-13.01 dBFS RMS).
  static func sine(_ hertz: Double, seconds: Double, rate: Int = 48_000, peak: Double = 0.316_228) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map { Int16((32_767 * peak * sin(2 * .pi * hertz * Double($0) / Double(rate))).rounded()) }
  }

  /// Returns consecutive numbers as samples, which reveal every loss and repetition.
  static func ramp(_ count: Int, from first: Int = 1) -> [Int16] { (first..<(first + count)).map { Int16(truncatingIfNeeded: $0) } }
}

/// A temporary folder, removed with this object.
final class TestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/hookswitch-audio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }
}
