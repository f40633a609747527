internal import TransportABI

/// The two rings of a call's audio, valid from ``AudioTransport/attach(_:_:)`` until ``AudioTransport/detach(_:)`` returns.
public struct AudioPort: BitwiseCopyable, Sendable {
  /// The audio to the far end.
  public let toNet: RingReader
  /// The audio from the far end.
  public let fromNet: RingWriter
  /// The format of the frames.
  public let format: AudioFormat

  /// Makes a port from other rings, to test a stream.
  package init(toNet: RingReader, fromNet: RingWriter, format: AudioFormat) {
    self.toNet = toNet
    self.fromNet = fromNet
    self.format = format
  }

  /// Makes a port from the host's rings; nil when a ring breaks the contract.
  init?(_ toNet: UnsafePointer<hsw_ring>, _ fromNet: UnsafePointer<hsw_ring>, _ format: AudioFormat) {
    guard let toNet = AudioPort.sound(toNet), let fromNet = AudioPort.sound(fromNet) else { return nil }
    self.init(toNet: RingReader(toNet), fromNet: RingWriter(fromNet, samplesPerFrame: format.samplesPerFrame), format: format)
  }

  /// Copies a borrowed ring; nil unless `hookswitch/ring.h` can use it.
  private static func sound(_ borrowed: UnsafePointer<hsw_ring>) -> hsw_ring? {
    let ring = copied(borrowed, into: hsw_ring())
    let head = UInt32(MemoryLayout<hsw_slot>.size)
    guard ring.flags & HSW_MUST == 0, ring.n_slots > 0, ring.n_slots & (ring.n_slots - 1) == 0, ring.slot_bytes > head,
      ring.slot_bytes % head == 0, let control = ring.ctl, let slots = ring.slots, UInt(bitPattern: control) % 64 == 0,
      UInt(bitPattern: slots) % UInt(head) == 0
    else { return nil }
    return ring
  }
}

/// The format of a call's audio: frames of 20 ms of 16-bit samples, one channel, at this rate.
public struct AudioFormat: Hashable, Sendable, BitwiseCopyable {
  /// The sample rate in hertz.
  public let rate: UInt32

  /// Makes the format with this rate, which must be divisible by 50.
  ///
  /// Hosts support 8,000, 16,000 and 48,000.
  public init(rate: UInt32) {
    self.rate = rate
  }

  /// The number of samples in a frame.
  @inlinable public var samplesPerFrame: Int { Int(rate / 50) }

  /// 8 kHz: telephone quality.
  public static let narrowband = AudioFormat(rate: 8_000)
  /// 16 kHz: HD voice.
  public static let wideband = AudioFormat(rate: 16_000)
  /// 48 kHz: the rate of sound devices.
  public static let fullband = AudioFormat(rate: 48_000)

  /// The length of a frame in microseconds.
  static let frameMicroseconds: UInt32 = 20_000
}
