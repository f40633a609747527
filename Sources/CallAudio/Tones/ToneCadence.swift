internal import CTones

/// The definition of a tone: its segments, and which of them repeat.
///
///     try ToneCadence("425/480 0/480")
public struct ToneCadence: Hashable, Sendable {
  /// The segments in order, at most 24.
  public let segments: [ToneSegment]
  /// The number of leading segments played once; all of them for a tone that ends.
  public let once: Int

  /// True for a tone that ends.
  public var ends: Bool { once == segments.count }

  /// Parses the notation of tone plans (docs/tones.md), such as `350+440@-13` or `400*16/1000 0/2000`.
  ///
  /// - Throws: `TonePlanError` with the position of the error.
  public init(_ notation: String) throws(TonePlanError) {
    var tone = ctones_tone()
    var error = ctones_error()
    var text = notation
    let answer = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        // An empty string may have no address.
        characters.baseAddress.map { ctones_read_tone($0, characters.count, &tone, &error) } ?? ctones_read_tone("", 0, &tone, &error)
      }
    }
    guard answer == 0 else { throw TonePlanError(error) }
    self.init(tone)
  }

  /// Creates a tone from segments; segments beyond 24 are dropped.
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

  /// Returns the samples played once, and the samples of the seamless repetition; the second is 0 for a tone that ends.
  package func period(_ rate: AudioRate) -> (lead: Int, period: Int) {
    var tone = raw
    var lead = 0
    let period = ctones_period(&tone, rate.rawValue, &lead)
    return (lead, period)
  }
}

/// The reason why a text is not a tone plan.
public struct TonePlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file that contains the text, or nil.
  public internal(set) var path: String?
  /// The line, from 1; 0 when the file could not be read.
  public let line: Int
  /// The byte within the line, from 1.
  public let column: Int
  /// The cause and the remedy.
  public let reason: String

  /// The position and the reason, in the format of compilers.
  public var description: String {
    let place = line > 0 ? "\(line):\(column): " : ""
    return path.map { "\($0):\(line > 0 ? "" : " ")\(place)\(reason)" } ?? "\(place)\(reason)"
  }

  init(path: String, unreadable reason: String) {
    self.path = path
    line = 0
    column = 0
    self.reason = reason
  }

  init(_ error: ctones_error) {
    line = Int(error.line)
    column = Int(error.column)
    reason = withUnsafeBytes(of: error.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension TonePlanError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The tone plan cannot be read: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
