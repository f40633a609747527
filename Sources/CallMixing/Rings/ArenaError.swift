/// The system provides no memory for rings.
public struct ArenaError: Error, Equatable, CustomStringConvertible {
  /// The bytes requested.
  public let bytes: Int
  /// The system's `errno`.
  public let code: Int32

  /// One sentence that states the remedy.
  public var description: String {
    "The system refuses \(bytes) bytes for audio rings (errno \(code)): end some calls, or raise the limit of this process's memory."
  }
}
