internal import TransportABI

/// Where one call's sound passes: two rings that the host lends, from ``AudioTransport/attach(_:_:)`` until ``AudioTransport/detach(_:)`` returns.
public struct AudioPort: BitwiseCopyable, Sendable {
  /// What the far end is to hear.
  public let toNet: RingReader
  /// What the far end says.
  public let fromNet: RingWriter
  /// How the frames are.
  public let format: AudioFormat

  /// A port over rings of one's own, to try a stream with.
  package init(toNet: RingReader, fromNet: RingWriter, format: AudioFormat) {
    self.toNet = toNet
    self.fromNet = fromNet
    self.format = format
  }

  /// The port that a host lends; nil where a ring breaks the contract.
  init?(_ toNet: UnsafePointer<hsw_ring>, _ fromNet: UnsafePointer<hsw_ring>, _ format: AudioFormat) {
    guard let toNet = AudioPort.sound(toNet), let fromNet = AudioPort.sound(fromNet) else { return nil }
    self.init(toNet: RingReader(toNet), fromNet: RingWriter(fromNet, samplesPerFrame: format.samplesPerFrame), format: format)
  }

  /// A copy of a borrowed ring that can be used as `hookswitch/ring.h` does.
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
