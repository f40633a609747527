internal import CTones
public import CallMixing

/// Digits as sound, a piece at a time: a value, so that a copy sends on from the same sample.
public struct DTMFSender: Sendable {
  private var sender = ctones_dtmf_sender()
  /// The rate of the samples that it makes.
  public let rate: AudioRate

  /// Begins with nothing to send.
  public init(_ style: DTMFStyle = DTMFStyle(), rate: AudioRate) {
    self.rate = rate
    ctones_dtmf_sender_start(&sender, style.raw, rate.rawValue)
  }

  /// Puts digits (0-9 * # A-D) behind those that wait.
  ///
  /// Returns false, and sends none of them, when one is no digit or more than 128 would wait.
  public mutating func send(_ digits: String) -> Bool {
    var digits = digits
    return digits.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { ctones_dtmf_put(&sender, $0, characters.count) == 0 } ?? true
      }
    }
  }

  /// Stops at once: what waits is forgotten, what sounds fades over 2 ms.
  public mutating func stop() { ctones_dtmf_stop(&sender) }

  /// Fills `samples`, with silence where there is nothing to send.
  ///
  /// Neither allocates nor waits. Returns how many samples from the first on belong to digits and the pauses behind them.
  public mutating func play(into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = samples.baseAddress else { return 0 }
    return ctones_dtmf_send(&sender, base, samples.count)
  }

  /// The next `count` samples.
  public mutating func next(_ count: Int) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
      _ = play(into: samples)
      initialized = count
    }
  }

  /// Digits as sound, from the first sample to the last pause's end; nil when one is no digit.
  public static func samples(_ digits: String, style: DTMFStyle = DTMFStyle(), rate: AudioRate) -> [Int16]? {
    var sender = DTMFSender(style, rate: rate)
    guard sender.send(digits) else { return nil }
    return sender.next(digits.utf8.count * (style.on + style.off) * rate.hertz / 1_000)
  }
}
