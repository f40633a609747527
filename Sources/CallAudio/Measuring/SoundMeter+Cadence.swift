internal import CTones
internal import Glibc

extension SoundMeter {
  /// A stretch of sound or of silence.
  public struct Stretch: Hashable, Sendable {
    /// True for sound.
    public let sounds: Bool
    /// The start of the stretch.
    public let start: Duration
    /// Its duration.
    public let length: Duration
  }

  /// Divides the samples into sound and silence by the level of 5 ms blocks; sound is louder than `threshold` dBFS.
  ///
  /// The borders are accurate to 5 ms. A change that lasts 10 ms or less is ignored.
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

  /// Closes gaps of up to 10 ms, which the beat of a tone can cause.
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
