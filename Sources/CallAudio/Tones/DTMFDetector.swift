internal import CTones
public import CallMixing

/// Hears digits in sound.
///
/// It is used by one thread at a time. Listening neither allocates nor waits, as long as the events are not asked for.
public final class DTMFDetector {
  /// Something that was heard.
  public struct Event: Hashable, Sendable {
    /// The digit that began; nil: the one before it ended.
    public let digit: Character?
    /// When it was certain, from the first sample on: about 15 to 35 ms after it happened.
    public let time: Duration
  }

  /// What counts as a digit.
  public struct Limits: Hashable, Sendable {
    /// How many dB the high tone may be below the low one.
    public var twist: Int
    /// How many dB it may be above.
    public var reverseTwist: Int
    /// A tone weaker than this, in dBm0, is none.
    public var threshold: Int

    /// Wide enough for every line that ITU-T Q.24 speaks of.
    public init(twist: Int = 10, reverseTwist: Int = 10, threshold: Int = -45) {
      self.twist = twist
      self.reverseTwist = reverseTwist
      self.threshold = threshold
    }
  }

  private let detector: OpaquePointer?
  private let rate: AudioRate
  private var found = [ctones_dtmf_event](repeating: ctones_dtmf_event(), count: 64)

  /// Begins to listen to samples of `rate`.
  public init(rate: AudioRate, limits: Limits = Limits()) {
    self.rate = rate
    let raw = ctones_dtmf_limits(
      twist: UInt32(clamping: limits.twist), reverse_twist: UInt32(clamping: limits.reverseTwist),
      threshold: Int32(clamping: limits.threshold))
    detector = ctones_dtmf_detector_new(rate.rawValue, raw)
  }

  deinit { ctones_dtmf_detector_free(detector) }

  /// Listens to the next samples; answers what began and ended in them.
  public func hear(_ samples: some Collection<Int16>) -> [Event] {
    guard let detector else { return [] }
    let all = Array(samples)
    var events: [Event] = []
    // No more events can come in a fifth of a second.
    for start in stride(from: 0, to: all.count, by: rate.hertz / 5) {
      let part = all[start..<min(start + rate.hertz / 5, all.count)]
      let count = part.withUnsafeBufferPointer { samples in
        samples.baseAddress.map { ctones_dtmf_hear(detector, $0, samples.count, &found, found.count) } ?? 0
      }
      events += found.prefix(count).map { event in
        Event(
          digit: event.digit == 0 ? nil : Character(Unicode.Scalar(UInt8(bitPattern: event.digit))),
          time: .microseconds(Int64(event.sample) * 1_000_000 / Int64(rate.hertz)))
      }
    }
    return events
  }

  /// The digits in finished samples, in their order.
  public static func digits(in samples: some Collection<Int16>, rate: AudioRate, limits: Limits = Limits()) -> String {
    String(DTMFDetector(rate: rate, limits: limits).hear(samples).compactMap(\.digit))
  }
}
