public import FoundationEssentials

/// A ringtone that cannot be played.
public struct RingtoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  public let path: String
  /// The cause and the remedy.
  public let reason: String

  /// The path and the reason on one line.
  public var description: String { "\(path): \(reason)" }
}

extension RingtoneError: LocalizedError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The ringtone \(path) cannot be played: \(reason)\(reason.hasSuffix(".") ? "" : ".")" }
}
