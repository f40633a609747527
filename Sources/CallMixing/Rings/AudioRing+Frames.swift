internal import TransportABI

/// What is said of one frame besides its samples.
public struct FrameMarks: OptionSet, Sendable {
  /// The `HSW_SLOT_…` bits.
  public let rawValue: UInt32

  /// Takes the `HSW_SLOT_…` bits as they are.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing is heard: its samples need not be looked at.
  public static let silence = FrameMarks(rawValue: UInt32(HSW_SLOT_SILENCE))
  /// Made up in place of a frame that was lost.
  public static let concealed = FrameMarks(rawValue: UInt32(HSW_SLOT_CONCEALED))
  /// A frame is missing before this one.
  public static let gapBefore = FrameMarks(rawValue: UInt32(HSW_SLOT_GAP_BEFORE))
}

/// What was taken out of a ring.
public struct TakenFrame: Equatable, Sendable {
  /// How many samples of it were there; what was missing of the frame was filled with zeros.
  public var samples: Int
  /// What its producer says of it.
  public var marks: FrameMarks
  /// When it was put in, in nanoseconds of CLOCK_MONOTONIC.
  public var time: UInt64
}

extension AudioRing {
  /// How many frames can be taken now.
  ///
  /// For the consumer.
  public var count: Int { withUnsafePointer(to: table) { Int(hsw_ring_count($0)) } }

  /// How many frames the consumer has not taken yet.
  ///
  /// For the producer.
  public var queued: Int { withUnsafePointer(to: table) { Int(hsw_ring_queued($0)) } }

  /// How often the producer found it full.
  public var overruns: UInt32 { withUnsafePointer(to: table) { hsw_ring_overruns($0) } }

  /// How often the consumer found it empty.
  public var underruns: UInt32 { withUnsafePointer(to: table) { hsw_ring_underruns($0) } }

  /// Puts one frame in: `samplesPerSlot` of them are read from `samples`.
  ///
  /// For the producer.
  /// - Returns: whether there was room; where not, the frame is lost, and counted as an overrun.
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

  /// Takes the oldest frame out into `samples`, which has room for `samplesPerSlot`.
  ///
  /// For the consumer.
  /// - Returns: what it is; nil when there was none, which is counted as an underrun: ask `count` first where running empty is no fault.
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

  /// Voids what is queued.
  ///
  /// For the producer.
  public func flush() { withUnsafePointer(to: table) { hsw_ring_flush($0) } }

  /// Where the samples of a slot are.
  @inline(__always)
  static func samples(of slot: UnsafeMutablePointer<hsw_slot>) -> UnsafeMutablePointer<Int16> {
    UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
  }

  /// Where the samples of a slot are, to be read.
  @inline(__always)
  static func samples(of slot: UnsafePointer<hsw_slot>) -> UnsafePointer<Int16> {
    UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
  }
}
