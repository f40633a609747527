/// The events of a file descriptor.
public struct FileEvents: OptionSet, Hashable, Sendable {
  /// The bits in the ABI.
  public let rawValue: UInt32

  /// Makes events from their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// It can be read.
  public static let read = FileEvents(rawValue: 1)
  /// It can be written.
  public static let write = FileEvents(rawValue: 2)
  /// It failed or hung up; always reported.
  public static let error = FileEvents(rawValue: 4)
}
