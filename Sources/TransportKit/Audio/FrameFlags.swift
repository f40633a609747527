/// What is special about a frame of sound.
public struct FrameFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits as they cross the ABI.
  public let rawValue: UInt32

  /// Any bits.
  @inlinable public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// There is nothing but silence in it.
  @inlinable public static var silence: FrameFlags { FrameFlags(rawValue: 1) }
  /// It was made up in place of a lost one.
  @inlinable public static var concealed: FrameFlags { FrameFlags(rawValue: 2) }
  /// A frame is missing before it.
  @inlinable public static var gapBefore: FrameFlags { FrameFlags(rawValue: 4) }
}
