/// The properties of an audio frame.
public struct FrameFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits in the ABI.
  public let rawValue: UInt32

  /// Makes flags from their bits.
  @inlinable public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The frame is silent.
  @inlinable public static var silence: FrameFlags { FrameFlags(rawValue: 1) }
  /// The frame replaces a lost one.
  @inlinable public static var concealed: FrameFlags { FrameFlags(rawValue: 2) }
  /// A frame is missing before it.
  @inlinable public static var gapBefore: FrameFlags { FrameFlags(rawValue: 4) }
}
