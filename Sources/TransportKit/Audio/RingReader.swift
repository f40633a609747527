public import TransportABI

/// The consumer's end of a ring of frames: what the host, or the other end of an ``AudioPipe``, has put in.
///
/// A plain value that names memory; one thread at a time reads. Nothing here waits, allocates or locks, so all of it may be used on [media].
///
/// `@unchecked Sendable`: the table is a constant, and what it points to is touched through the atomics of `hookswitch/ring.h` alone; who
/// lends the ring says how long it lasts.
public struct RingReader: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let ring: hsw_ring

  /// The ring as `hookswitch/ring.h` knows it: for a media thread of the transport's own that is written in C.
  public var table: hsw_ring { ring }

  init(_ ring: hsw_ring) {
    self.ring = ring
  }

  /// How many frames can be read now.
  @inlinable public var count: Int { withUnsafePointer(to: ring) { Int(hsw_ring_count($0)) } }

  /// Lends the oldest frame to `body`, and gives its slot back.
  ///
  /// - Returns: What `body` returns; nil when the ring is empty, which is counted: ask ``count`` first where that is no fault.
  @inlinable
  public func frame<Result>(_ body: (Span<Int16>, FrameFlags) -> Result) -> Result? {
    withUnsafePointer(to: ring) { ring in
      guard let slot = hsw_ring_front(ring) else { return nil }
      // Never more than the slot has room for, whatever the other side wrote.
      let samples = UnsafeBufferPointer(
        start: UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self), count: Int(hsw_ring_bytes(ring, slot)) / 2)
      defer { hsw_ring_pop(ring) }
      return body(samples.span, FrameFlags(rawValue: slot.pointee.flags))
    }
  }

  /// Takes the oldest frame out and drops it; false when there is none.
  @inlinable
  @discardableResult
  public func skip() -> Bool {
    guard count > 0 else { return false }
    return frame { _, _ in true } ?? false
  }

  /// How often it was found empty.
  @inlinable public var underruns: Int { withUnsafePointer(to: ring) { Int(hsw_ring_underruns($0)) } }
}
