/// A ringtone that cannot be played.
public struct RingtoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it, and what to do.
  public let reason: String

  /// Both on one line.
  public var description: String { "\(path): \(reason)" }
}
