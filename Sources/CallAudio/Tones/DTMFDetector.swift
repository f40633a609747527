internal import CTones
public import CallMixing

/// Detects DTMF digits in audio.
///
/// For one thread at a time. Detection does not wait.
public final class DTMFDetector {
  /// The beginning or the end of a digit.
  public struct Event: Hashable, Sendable {
    /// The digit that began; nil when the previous digit ended.
    public let digit: Character?
    /// The time of detection, counted from the first sample: about 15 to 35 ms after the event.
    public let time: Duration
  }

  /// The criteria for a digit.
  public struct Limits: Hashable, Sendable {
    /// The largest difference, in dB, by which the high tone may be weaker than the low one.
    public var twist: Int
    /// The largest difference, in dB, by which the high tone may be stronger than the low one.
    public var reverseTwist: Int
    /// The weakest level of a tone, in dBm0.
    public var threshold: Int

    /// Creates limits; the defaults accept every line covered by ITU-T Q.24.
    public init(twist: Int = 10, reverseTwist: Int = 10, threshold: Int = -45) {
      self.twist = twist
      self.reverseTwist = reverseTwist
      self.threshold = threshold
    }
  }

  private let detector: OpaquePointer?
  private let rate: AudioRate
  private var found = [ctones_dtmf_event](repeating: ctones_dtmf_event(), count: 64)

  /// Creates a detector for samples at `rate`.
  public init(rate: AudioRate, limits: Limits = Limits()) {
    self.rate = rate
    let raw = ctones_dtmf_limits(
      twist: UInt32(clamping: limits.twist), reverse_twist: UInt32(clamping: limits.reverseTwist),
      threshold: Int32(clamping: limits.threshold))
    detector = ctones_dtmf_detector_new(rate.rawValue, raw)
  }

  deinit { ctones_dtmf_detector_free(detector) }

  /// Processes the next samples, and returns the digits that began and ended in them.
  public func hear(_ samples: some Collection<Int16>) -> [Event] {
    guard let detector else { return [] }
    let all = Array(samples)
    var events: [Event] = []
    // The event buffer suffices for a fifth of a second.
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

  /// Returns the digits in complete samples, in order.
  public static func digits(in samples: some Collection<Int16>, rate: AudioRate, limits: Limits = Limits()) -> String {
    String(DTMFDetector(rate: rate, limits: limits).hear(samples).compactMap(\.digit))
  }
}
