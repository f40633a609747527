internal import CTones
public import CallMixing

/// Generates DTMF digits as audio, piece by piece; a copy continues from the same sample.
public struct DTMFSender: Sendable {
  private var sender = ctones_dtmf_sender()
  /// The sample rate.
  public let rate: AudioRate

  /// Creates a sender with an empty queue.
  public init(_ style: DTMFStyle = DTMFStyle(), rate: AudioRate) {
    self.rate = rate
    ctones_dtmf_sender_start(&sender, style.raw, rate.rawValue)
  }

  /// Queues digits (0-9 * # A-D).
  ///
  /// Returns false, and queues none, when one is not a digit or the queue would exceed 128.
  public mutating func send(_ digits: String) -> Bool {
    var digits = digits
    return digits.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { ctones_dtmf_put(&sender, $0, characters.count) == 0 } ?? true
      }
    }
  }

  /// Stops at once: empties the queue, and fades the present digit over 2 ms.
  public mutating func stop() { ctones_dtmf_stop(&sender) }

  /// Fills `samples` with digits, then with silence.
  ///
  /// Neither allocates nor waits. Returns the number of leading samples that belong to digits and their pauses.
  public mutating func play(into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = samples.baseAddress else { return 0 }
    return ctones_dtmf_send(&sender, base, samples.count)
  }

  /// Returns the next `count` samples.
  public mutating func next(_ count: Int) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
      _ = play(into: samples)
      initialized = count
    }
  }

  /// Returns digits as audio, up to the end of the last pause; nil when one is not a digit.
  public static func samples(_ digits: String, style: DTMFStyle = DTMFStyle(), rate: AudioRate) -> [Int16]? {
    var sender = DTMFSender(style, rate: rate)
    guard sender.send(digits) else { return nil }
    return sender.next(digits.utf8.count * (style.on + style.off) * rate.hertz / 1_000)
  }
}

/// The levels and timing of sent digits.
public struct DTMFStyle: Hashable, Sendable {
  /// The low tone's level in dBm0.
  public var level: Double
  /// The high tone's level above the low one, in dB; telephones send 2 dB more, because lines attenuate high frequencies.
  public var twist: Double
  /// The duration of a digit, in milliseconds.
  public var on: Int
  /// The pause after a digit, in milliseconds.
  public var off: Int

  /// Creates a style; the defaults are those of common telephones.
  public init(level: Double = -10, twist: Double = 2, on: Int = 100, off: Int = 100) {
    self.level = level
    self.twist = twist
    self.on = on
    self.off = off
  }

  var raw: ctones_dtmf_style {
    ctones_dtmf_style(dbm0: Float(level), twist: Float(twist), on_ms: UInt32(clamping: on), off_ms: UInt32(clamping: off))
  }
}
