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
