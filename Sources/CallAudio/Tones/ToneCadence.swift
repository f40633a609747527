internal import CTones

/// What one tone sounds like: its segments, and which of them repeat.
///
///     try ToneCadence("425/480 0/480")
public struct ToneCadence: Hashable, Sendable {
  /// The segments, in the order in which they sound: at most 24.
  public let segments: [ToneSegment]
  /// How many of them are played once, before what repeats; all of them: the tone ends.
  public let once: Int

  /// Whether it comes to an end.
  public var ends: Bool { once == segments.count }

  /// Reads the notation of tone plans (docs/tones.md), such as `350+440@-13` or `400*16/1000 0/2000`.
  ///
  /// - Throws: `TonePlanError`, which says at which character it is wrong.
  public init(_ notation: String) throws(TonePlanError) {
    var tone = ctones_tone()
    var error = ctones_error()
    var text = notation
    let answer = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        // A string of nothing may have no address, and then it is no text of anybody's.
        characters.baseAddress.map { ctones_read_tone($0, characters.count, &tone, &error) } ?? ctones_read_tone("", 0, &tone, &error)
      }
    }
    guard answer == 0 else { throw TonePlanError(error) }
    self.init(tone)
  }

  /// Puts segments together; more than 24 are cut off.
  public init(_ segments: [ToneSegment], once: Int = 0) {
    self.segments = Array(segments.prefix(Int(CTONES_SEGMENTS)))
    self.once = min(max(once, 0), self.segments.count)
  }

  init(_ tone: ctones_tone) {
    segments = withUnsafeBytes(of: tone.segments) { bytes in
      bytes.bindMemory(to: ctones_segment.self).prefix(Int(tone.n_segments)).map { ToneSegment($0) }
    }
    once = Int(tone.n_once)
  }

  var raw: ctones_tone {
    var raw = ctones_tone()
    raw.n_segments = UInt32(segments.count)
    raw.n_once = UInt32(once)
    withUnsafeMutableBytes(of: &raw.segments) { bytes in
      let places = bytes.bindMemory(to: ctones_segment.self)
      for (place, segment) in segments.enumerated() { places[place] = segment.raw }
    }
    return raw
  }

  /// How many samples come once, and how many then go round without a seam; the second is 0 when it ends.
  package func period(_ rate: AudioRate) -> (lead: Int, period: Int) {
    var tone = raw
    var lead = 0
    let period = ctones_period(&tone, rate.rawValue, &lead)
    return (lead, period)
  }
}
