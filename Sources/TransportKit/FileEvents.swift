/// What to watch a file descriptor for, and what happened to it.
public struct FileEvents: OptionSet, Hashable, Sendable {
  /// The bits as they cross the ABI.
  public let rawValue: UInt32

  /// Any bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// It can be read.
  public static let read = FileEvents(rawValue: 1)
  /// It can be written.
  public static let write = FileEvents(rawValue: 2)
  /// It failed or hung up; always watched for.
  public static let error = FileEvents(rawValue: 4)
}
