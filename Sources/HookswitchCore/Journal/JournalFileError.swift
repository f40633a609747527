public import FoundationEssentials

/// A journal's file cannot be written or read.
public struct JournalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: String, Sendable {
    /// The file cannot be opened, read or written; the reason is the system's.
    case system
    /// It does not begin with a journal's header.
    case notAJournal
    /// It is of a version that this program does not read.
    case unsupportedVersion
    /// A line is no record.
    case malformed
  }

  /// What is wrong.
  public let code: Code
  /// The file.
  public let path: String
  /// The line, counting from 1; nil when it is about no line.
  public let line: Int?
  /// The reason, and what to do about it.
  public let reason: String

  /// File, line and reason, as compilers write them.
  public var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}

extension JournalFileError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? {
    "The journal \(path)\(line.map { ", line \($0)," } ?? "") cannot be used: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
  }
}
