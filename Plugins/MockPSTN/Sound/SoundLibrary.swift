internal import CTones
internal import Glibc
internal import Synchronization
internal import TransportKit

/// A cache of every sound that the exchange has played.
///
/// Used on the loop. Its content lives as long as the instance, so that streams may keep addresses into it.
final class SoundLibrary {
  /// A sound of one country's network.
  fileprivate struct Key: Hashable, Sendable {
    let sound: Sound
    let country: String
  }

  private var clips: [Key: Clip] = [:]
  private var rooms: [String: Room] = [:]

  /// Returns the clip of a sound, and creates it on first use.
  ///
  /// - Throws: A `TransportError` when a file cannot be played.
  func clip(_ sound: Sound, _ country: Country) throws(TransportError) -> Clip {
    let key = Key(sound: sound, country: country.name)
    if let clip = clips[key] { return clip }
    let clip =
      switch sound {
      case .tone(let tone): CommonTones.clip(key) { Self.clip(Self.plan(country).tone(tone)) }
      case .sine(let hertz): Self.clip(Self.sine(hertz))
      case .noise(let level): Self.noise(level)
      case .digits(let digits): Clip(Self.dtmf(digits))
      case .speech(let digits): Clip(SpokenDigits.samples(digits))
      case .file(let path): Clip(try WaveFile(path).samples)
      }
    clips[key] = clip
    return clip
  }

  /// Returns the room of this name, and creates it on first use.
  func room(_ name: String) -> Room {
    if let room = rooms[name] { return room }
    let room = Room()
    rooms[name] = room
    return room
  }

  private static func plan(_ country: Country) -> ctones_plan {
    var plan = ctones_plan()
    if ctones_find(country.name, &plan) != 0 { _ = ctones_find("ZZ", &plan) }
    return plan
  }

  private static func sine(_ hertz: Double) -> ctones_tone {
    var tone = ctones_tone()
    tone.n_segments = 1
    tone.segments.0.hertz.0 = Float(hertz)
    tone.segments.0.dbm0 = -10
    return tone
  }

  /// Five seconds of noise, the same each time, repeated endlessly.
  private static func noise(_ level: Double) -> Clip {
    // A sine of 0 dBm0 peaks 3.14 dB below full scale (ITU-T G.711). Uniform noise of the same power reaches sqrt(3) times its RMS.
    let rms = 32_768 * pow(10, (level - 3.14 - 3.01) / 20)
    let reach = rms * 3.0.squareRoot()
    var random = SeededRandom(seed: 1)
    return Clip((0..<40_000).map { _ in Int16(max(-32_767, min(32_767, Double.random(in: -reach...reach, using: &random)))) }, loopStart: 0)
  }

  /// The tone's samples: the part heard once, then the part that repeats seamlessly.
  private static func clip(_ tone: ctones_tone) -> Clip {
    var tone = tone
    var lead = 0
    let period = ctones_period(&tone, 8_000, &lead)
    var player = ctones_player()
    ctones_player_start(&player, &tone, 8_000)
    var samples = [Int16](repeating: 0, count: lead + period)
    _ = ctones_play(&player, &samples, samples.count)
    return Clip(samples, loopStart: period > 0 ? lead : nil)
  }

  private static func dtmf(_ digits: String) -> [Int16] {
    var samples: [Int16] = []
    var piece = [Int16](repeating: 0, count: 160)
    // A sender takes a limited number of digits at once.
    for start in stride(from: 0, to: digits.utf8.count, by: Int(CTONES_DTMF_ROOM)) {
      let some = digits.utf8.dropFirst(start).prefix(Int(CTONES_DTMF_ROOM)).map { CChar(bitPattern: $0) }
      var sender = ctones_dtmf_sender()
      ctones_dtmf_sender_start(&sender, ctones_dtmf_usual(), 8_000)
      guard ctones_dtmf_put(&sender, some, some.count) == 0 else { break }
      var sent = piece.count
      while sent == piece.count {
        sent = ctones_dtmf_send(&sender, &piece, piece.count)
        samples += piece[..<sent]
      }
    }
    return samples
  }
}

/// The tones of countries that instances made first, for later instances: one of several seconds takes longer to make than all else of a short
/// call.
private enum CommonTones {
  /// A tone that is kept for the life of the process.
  private final class Kept: Sendable {
    let key: SoundLibrary.Key
    let clip: Clip

    init(_ key: SoundLibrary.Key, _ clip: Clip) { (self.key, self.clip) = (key, clip) }
  }

  /// The tones, most of which have less than 200 KB: those of two countries and more.
  private static let places = InlineArray<16, AtomicLazyReference<Kept>> { _ in AtomicLazyReference() }

  /// Returns the clip of a tone, and makes it unless it is kept. [any thread]
  static func clip(_ key: SoundLibrary.Key, make: () -> Clip) -> Clip {
    for place in places.indices { if let kept = places[place].load(), kept.key == key { return kept.clip } }
    let made = Kept(key, make())
    for place in places.indices {
      let kept = places[place].storeIfNil(made)
      if kept.key == key { return kept.clip }
    }
    return made.clip
  }
}

extension ctones_plan {
  /// Returns the country's tone with this meaning.
  fileprivate func tone(_ tone: CallTone) -> ctones_tone {
    let kind =
      switch tone {
      case .ringback: CTONES_RINGBACK
      case .busy: CTONES_BUSY
      case .reorder: CTONES_CONGESTION
      case .unallocated: CTONES_SIT_VACANT
      case .noCircuit: CTONES_SIT_NO_CIRCUIT
      case .confirmation: CTONES_RECALL
      }
    return withUnsafeBytes(of: tones) { $0.load(fromByteOffset: Int(kind) * MemoryLayout<ctones_tone>.stride, as: ctones_tone.self) }
  }
}
