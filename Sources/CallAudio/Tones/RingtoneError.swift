public import FoundationEssentials

/// A ringtone that cannot be played.
public struct RingtoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it, and what to do.
  public let reason: String

  /// Both on one line.
  public var description: String { "\(path): \(reason)" }
}

extension RingtoneError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The ringtone \(path) cannot be played: \(reason)\(reason.hasSuffix(".") ? "" : ".")" }
}
