public import CallMixing

/// The sound of an incoming call.
public enum Ringtone: Hashable, Sendable {
  /// A generated bell with the cadence of the country's telephones.
  case bell(TonePlan)
  /// A sound file of any format and rate that libsndfile reads, repeated; only the first two minutes are used.
  case file(path: String)

  /// The bell's tones in hertz, and its strikes per second.
  private static let bell = (tones: [1_000.0, 1_333], strikes: 20.0)

  /// Returns a country's ringing as a tone: the cadence of its ringback, with a bell of -9 dBm0.
  public static func cadence(_ plan: TonePlan) -> ToneCadence {
    ToneCadence(
      plan[.ringback].segments.map { segment in
        segment.isSilence
          ? segment : ToneSegment(bell.tones, modulation: bell.strikes, level: -12, milliseconds: segment.milliseconds)
      })
  }

  /// Returns the samples to play at a rate.
  ///
  /// Reads the whole file, so it is not for the audio thread.
  /// - Throws: `RingtoneError` when the file cannot be read or holds no audio.
  public func samples(_ rate: AudioRate) throws(RingtoneError) -> [Int16] {
    switch self {
    case .bell(let plan): return Self.cadence(plan).loop(rate).samples
    case .file(let path): return try Self.sound(of: path, rate, limit: 120 * rate.hertz)
    }
  }

  /// Checks the ringtone without reading all of it.
  ///
  /// - Throws: `RingtoneError` when its file is missing, unreadable or holds no audio.
  public func check() throws(RingtoneError) {
    if case .file(let path) = self { _ = try Self.sound(of: path, .narrowband, limit: 1) }
  }

  /// Returns the ringtone as a loop for the engine.
  ///
  /// - Throws: `RingtoneError` as `samples` does.
  public func loop(_ rate: AudioRate) throws(RingtoneError) -> SampleLoop {
    SampleLoop(try samples(rate), rate: rate, isRepeating: true)
  }

  private static func sound(of path: String, _ rate: AudioRate, limit: Int) throws(RingtoneError) -> [Int16] {
    do {
      let samples = try read(path, rate, limit: limit)
      guard !samples.isEmpty else { throw RingtoneError(path: path, reason: "it has no sound; name another file.") }
      return samples
    } catch let error as RingtoneError {
      throw error
    } catch let error as AudioDeviceError {
      throw RingtoneError(path: path, reason: error.advice)
    } catch {
      throw RingtoneError(path: path, reason: "\(error)")
    }
  }

  /// Reads a file's samples, at least `limit` of them if the file has as many.
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

/// A ringtone that cannot be played.
public struct RingtoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  public let path: String
  /// The cause and the remedy.
  public let reason: String

  /// The path and the reason on one line.
  public var description: String { "\(path): \(reason)" }
}

extension RingtoneError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The ringtone \(path) cannot be played: \(reason)\(reason.hasSuffix(".") ? "" : ".")" }
}

/// A host's ringtones, chosen by caller, then by provider, then the default.
public struct RingtoneBook: Hashable, Sendable {
  /// The default ringtone.
  public var usual: Ringtone
  /// Ringtones by provider identifier.
  public var byProvider: [String: Ringtone]
  /// Ringtones by the caller's normalised handle, for example a telephone number in E.164.
  public var byCaller: [String: Ringtone]

  /// Creates a table; by default every call rings with the international bell.
  public init(usual: Ringtone = .bell(.international), byProvider: [String: Ringtone] = [:], byCaller: [String: Ringtone] = [:]) {
    self.usual = usual
    self.byProvider = byProvider
    self.byCaller = byCaller
  }

  /// Returns the ringtone of a call.
  ///
  /// - Parameters:
  ///   - provider: The identifier of its provider.
  ///   - caller: The caller's handle; nil when withheld.
  ///   - file: The file from the provider's configuration (`ProviderConfiguration.ringtoneSound`), used when the table has no entry for the
  ///     caller or the provider.
  public func ringtone(provider: String, caller: String?, file: String? = nil) -> Ringtone {
    caller.flatMap { byCaller[$0] } ?? byProvider[provider] ?? file.map { .file(path: $0) } ?? usual
  }
}
