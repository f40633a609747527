internal import TransportABI

/// Flags of a frame.
public struct FrameMarks: OptionSet, Sendable {
  /// The `HSW_SLOT_…` bits.
  public let rawValue: UInt32

  /// Creates flags from `HSW_SLOT_…` bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The frame is silent; its samples need not be read.
  public static let silence = FrameMarks(rawValue: UInt32(HSW_SLOT_SILENCE))
  /// The frame conceals a lost one.
  public static let concealed = FrameMarks(rawValue: UInt32(HSW_SLOT_CONCEALED))
  /// A frame is missing before this one.
  public static let gapBefore = FrameMarks(rawValue: UInt32(HSW_SLOT_GAP_BEFORE))
}

/// A frame taken from a ring.
public struct TakenFrame: Equatable, Sendable {
  /// The samples that the producer provided; the rest of the frame is zeros.
  public var samples: Int
  /// The producer's flags.
  public var marks: FrameMarks
  /// The time of the put, in nanoseconds of CLOCK_MONOTONIC.
  public var time: UInt64
}

extension AudioRing {
  /// The frames that can be taken now.
  ///
  /// For the consumer.
  public var count: Int { withUnsafePointer(to: table) { Int(hsw_ring_count($0)) } }

  /// The frames not yet taken.
  ///
  /// For the producer.
  public var queued: Int { withUnsafePointer(to: table) { Int(hsw_ring_queued($0)) } }

  /// The number of times that the producer found the ring full.
  public var overruns: UInt32 { withUnsafePointer(to: table) { hsw_ring_overruns($0) } }

  /// The number of times that the consumer found the ring empty.
  public var underruns: UInt32 { withUnsafePointer(to: table) { hsw_ring_underruns($0) } }

  /// Puts one frame of `samplesPerSlot` samples.
  ///
  /// For the producer.
  /// - Returns: False when the ring is full; the frame is lost and counts as an overrun.
  @discardableResult
  public func put(_ samples: UnsafePointer<Int16>, marks: FrameMarks = [], at time: UInt64) -> Bool {
    withUnsafePointer(to: table) { ring in
      guard let slot = hsw_ring_room(ring) else { return false }
      Self.samples(of: slot).update(from: samples, count: samplesPerSlot)
      slot.pointee.bytes = UInt32(samplesPerSlot * MemoryLayout<Int16>.size)
      slot.pointee.flags = marks.rawValue
      slot.pointee.mono_ns = time
      _ = hsw_ring_push(ring)
      return true
    }
  }

  /// Takes the oldest frame into `samples`, which has room for `samplesPerSlot`.
  ///
  /// For the consumer.
  /// - Returns: Nil when the ring is empty, which counts as an underrun; check `count` first where an empty ring is normal.
  public func take(into samples: UnsafeMutablePointer<Int16>) -> TakenFrame? {
    withUnsafePointer(to: table) { ring in
      guard let slot = hsw_ring_front(ring) else { return nil }
      let given = Int(hsw_ring_bytes(ring, slot)) / MemoryLayout<Int16>.size
      samples.update(from: Self.samples(of: slot), count: given)
      (samples + given).update(repeating: 0, count: samplesPerSlot - given)
      let taken = TakenFrame(samples: given, marks: FrameMarks(rawValue: slot.pointee.flags), time: slot.pointee.mono_ns)
      hsw_ring_pop(ring)
      return taken
    }
  }

  /// Voids the queued frames.
  ///
  /// For the producer.
  public func flush() { withUnsafePointer(to: table) { hsw_ring_flush($0) } }

  @inline(__always)
  static func samples(of slot: UnsafeMutablePointer<hsw_slot>) -> UnsafeMutablePointer<Int16> {
    UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
  }

  @inline(__always)
  static func samples(of slot: UnsafePointer<hsw_slot>) -> UnsafePointer<Int16> {
    UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
  }
}
