import Foundation
import Hookswitch
import Testing

/// A 16-bit WAV file that is still being written: the sizes in its header are ignored.
struct GrowingRecording {
  let file: URL

  /// The length of an analysed piece.
  private static let piece = Duration.milliseconds(400)

  /// The last two seconds of its first channel; nil while it is empty.
  private var all: SoundMeter? {
    guard let data = try? Data(contentsOf: file), data.count > 44, let start = data.range(of: Data("data".utf8))?.upperBound else {
      return nil
    }
    func value(_ at: Int, bytes: Int) -> Int { (0..<bytes).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) } }
    let (channels, rate) = (value(22, bytes: 2), value(24, bytes: 4))
    guard channels > 0, rate > 0 else { return nil }
    let frames = (data.count - start - 4) / (2 * channels)
    // Two seconds are enough.
    let samples = (max(0, frames - 2 * rate)..<max(0, frames)).map {
      Int16(truncatingIfNeeded: value(start + 4 + 2 * channels * $0, bytes: 2))
    }
    return SoundMeter(samples, hertz: rate)
  }

  /// Returns the piece that ends this long before the end; nil if the file is too short.
  private func piece(before end: Duration = .zero) -> SoundMeter? {
    guard let all, all.length >= end + Self.piece else { return nil }
    return all.part(from: all.length - end - Self.piece, to: all.length - end)
  }

  /// Waits until the latest 400 ms are a clean tone at a level, within `tolerance` dB; audio that has just begun, or with concealment, is
  /// not.
  ///
  /// - Parameter slack: The longest time between the piece and the end: a recording may end with silence.
  func tone(
    _ hertz: Double, at dBFS: Double, tolerance: Double = 2, slack: Duration = .zero, within limit: Duration = .seconds(15)
  ) async throws {
    let found: Bool? = await poll(limit) {
      for end in stride(from: 0, through: slack / .milliseconds(1), by: 50) {
        guard let meter = piece(before: .milliseconds(Int64(end))) else { continue }
        if abs(meter.frequency() - hertz) < 3, meter.clarity(at: hertz) > 15, abs(meter.dBFS - dBFS) < tolerance { return true }
      }
      return nil
    }
    let last = piece()
    try #require(
      found == true,
      "\(file.lastPathComponent) has no \(hertz) Hz at \(dBFS) dBFS: its newest 400 ms are at \(last?.dBFS ?? -.infinity) dBFS and \(last?.frequency() ?? 0) Hz"
    )
  }

  /// Waits until the latest 400 ms are silent, or the file no longer grows.
  func silence(within limit: Duration = .seconds(15)) async throws {
    let sizes = Tape<Int>()
    let isSilent: Bool? = await poll(limit) {
      sizes.add(size)
      let latest = sizes.entries.suffix(8)
      if latest.count == 8, latest.allSatisfy({ $0 == latest.last }) { return true }
      return piece().flatMap { $0.dBFS < -50 ? true : nil }
    }
    try #require(isSilent == true, "\(file.lastPathComponent) does not fall silent")
  }

  /// Waits until the file has grown by this many bytes.
  func grows(by bytes: Int) async throws {
    let start = size
    try #require(await poll(.seconds(15)) { size >= start + bytes ? true : nil } == true, "\(file.lastPathComponent) does not go on")
  }

  private var size: Int { (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0 }

  /// Polls, because a file does not announce changes.
  private func poll<Found: Sendable>(_ limit: Duration, _ look: @escaping @Sendable () -> Found?) async -> Found? {
    await lookFor(limit, every: .milliseconds(50), look)
  }
}
