internal import CTones
internal import Glibc
internal import Locking
internal import TransportKit

/// A cache of every sound that the exchange has played.
///
/// Used on the loop. Its content lives as long as the instance, so that streams may keep addresses into it.
final class SoundLibrary {
  /// A sound of one country's network.
  fileprivate struct Key: Hashable {
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
    let clip: Clip
    if case .file(let path) = sound {
      clip = Clip(try WaveFile(path).samples)
    } else {
      clip = CommonClips.clip(key) { Self.made(sound, country) }
    }
    clips[key] = clip
    return clip
  }

  /// Makes the clip of a sound that is in no file.
  private static func made(_ sound: Sound, _ country: Country) -> Clip {
    switch sound {
    case .tone(let tone): clip(plan(country).tone(tone))
    case .sine(let hertz): clip(sine(hertz))
    case .noise(let level): noise(level)
    case .digits(let digits): Clip(dtmf(digits))
    case .speech(let digits): Clip(SpokenDigits.samples(digits))
    case .file: Clip([])
    }
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

/// The clips that instances made last, for the next instance that plays the same: a tone of several seconds takes longer to make than all
/// else of a short call.
private enum CommonClips {
  /// The limit on clips that are kept, most of which have less than 200 KB.
  private static let limit = 8
  /// The clips, the last used one at the end.
  private static let clips = Locked<[(key: SoundLibrary.Key, clip: Clip)]>([])

  /// Returns the clip of a sound, and makes it unless it is kept.
  static func clip(_ key: SoundLibrary.Key, make: () -> Clip) -> Clip {
    if let kept = clips.withLock({ clips in use(key, of: &clips) }) { return kept }
    let made = make()
    return clips.withLock { clips in
      if let kept = use(key, of: &clips) { return kept }
      if clips.count == limit { clips.removeFirst() }
      clips.append((key, made))
      return made
    }
  }

  private static func use(_ key: SoundLibrary.Key, of clips: inout [(key: SoundLibrary.Key, clip: Clip)]) -> Clip? {
    guard let place = clips.firstIndex(where: { $0.key == key }) else { return nil }
    clips.append(clips.remove(at: place))
    return clips.last?.clip
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
