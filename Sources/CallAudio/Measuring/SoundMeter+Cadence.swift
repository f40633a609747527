internal import CTones
internal import Glibc

extension SoundMeter {
  /// A stretch that is sound, or silence.
  public struct Stretch: Hashable, Sendable {
    /// Whether something sounds.
    public let sounds: Bool
    /// From when on.
    public let start: Duration
    /// How long.
    public let length: Duration
  }

  /// When it sounds and when it is silent, by the level of 5 ms at a time: what is louder than `threshold` dBFS sounds.
  ///
  /// Borders are right to 5 ms; a change that lasts no longer than 10 ms is none.
  public func stretches(louderThan threshold: Double = -50) -> [Stretch] {
    let step = max(rate / 200, 1)
    let power = 32_768 * 32_768 * pow(10, threshold / 10)
    var loud = samples.withUnsafeBufferPointer { all in
      stride(from: 0, to: all.count - step + 1, by: step).map { at in
        ctones_power(all.baseAddress.unsafelyUnwrapped + at, step) > power
      }
    }
    Self.fillGaps(of: &loud)
    var stretches: [Stretch] = []
    var start = 0
    for place in loud.indices where place + 1 == loud.count || loud[place + 1] != loud[place] {
      stretches.append(
        Stretch(
          sounds: loud[place], start: .milliseconds(Int64(start) * 5), length: .milliseconds(Int64(place + 1 - start) * 5)))
      start = place + 1
    }
    return stretches
  }

  /// A tone's own beat may be silent for a moment.
  private static func fillGaps(of loud: inout [Bool]) {
    guard loud.count > 4 else { return }
    for place in 1..<(loud.count - 2) where loud[place] != loud[place - 1] {
      if loud[place + 1] == loud[place - 1] {
        loud[place] = loud[place - 1]
      } else if loud[place + 2] == loud[place - 1] {
        loud[place] = loud[place - 1]
        loud[place + 1] = loud[place - 1]
      }
    }
  }
}
