public import CallMixing

/// What a call rings with.
public enum Ringtone: Hashable, Sendable {
  /// A bell of our own making, in the rhythm in which the country's telephones ring.
  case bell(TonePlan)
  /// A sound file, of any format and rate that libsndfile reads; it begins again at its end. At most its first two minutes.
  case file(path: String)

  /// The bell's tones, in hertz, and how often a second its hammer strikes.
  private static let bell = (tones: [1_000.0, 1_333], strikes: 20.0)

  /// The ringing of a country's telephones as a tone: its ringback's rhythm, sounding as a bell of -9 dBm0.
  public static func cadence(_ plan: TonePlan) -> ToneCadence {
    ToneCadence(
      plan[.ringback].segments.map { segment in
        segment.isSilence
          ? segment : ToneSegment(bell.tones, modulation: bell.strikes, level: -12, milliseconds: segment.milliseconds)
      })
  }

  /// The samples to play, at a rate of one's choice.
  ///
  /// Reads the whole file, so not for the audio thread.
  /// - Throws: `RingtoneError` when the file cannot be read or has no sound in it.
  public func samples(_ rate: AudioRate) throws(RingtoneError) -> [Int16] {
    switch self {
    case .bell(let plan): return Self.cadence(plan).loop(rate).samples
    case .file(let path): return try Self.sound(of: path, rate, limit: 120 * rate.hertz)
    }
  }

  /// Looks at the ringtone without reading all of it.
  ///
  /// - Throws: `RingtoneError` when its file is not there, cannot be read or has no sound in it.
  public func check() throws(RingtoneError) {
    if case .file(let path) = self { _ = try Self.sound(of: path, .narrowband, limit: 1) }
  }

  /// The same as a loop that the engine plays.
  ///
  /// - Throws: `RingtoneError` as `samples` does.
  public func loop(_ rate: AudioRate) throws(RingtoneError) -> SampleLoop {
    SampleLoop(try samples(rate), rate: rate, isRepeating: true)
  }

  private static func sound(of path: String, _ rate: AudioRate, limit: Int) throws(RingtoneError) -> [Int16] {
    do {
      let samples = try read(path, rate, limit: limit)
      guard !samples.isEmpty else { throw RingtoneError(path: path, reason: "there is no sound in it; name another file.") }
      return samples
    } catch let error as RingtoneError {
      throw error
    } catch let error as AudioDeviceError {
      throw RingtoneError(path: path, reason: error.advice)
    } catch {
      throw RingtoneError(path: path, reason: "\(error)")
    }
  }

  /// The samples of a file, at least `limit` of them where it has so many.
  private static func read(_ path: String, _ rate: AudioRate, limit: Int) throws -> [Int16] {
    let reader = try WaveReader(path, rate: rate)
    var samples: [Int16] = []
    var block = [Int16](repeating: 0, count: rate.hertz / 10)
    while samples.count < limit {
      let count = block.withUnsafeMutableBufferPointer { reader.read(into: $0, repeating: false) }
      guard count > 0 else { break }
      samples += block[..<count]
    }
    return samples
  }
}
