public import FoundationEssentials

/// An error of reading or writing a journal's file.
public struct JournalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable {
    /// The system cannot open, read or write the file.
    case system
    /// The file does not begin with a journal's header.
    case notAJournal
    /// This program does not read the file's version.
    case unsupportedVersion
    /// A line is not a record.
    case malformed
  }

  /// The kind of error.
  public let code: Code
  /// The file's path.
  public let path: String
  /// The line, counting from 1, if the error is about one.
  public let line: Int?
  /// The reason and the remedy.
  public let reason: String

  /// The file, line and reason, in the form of compilers.
  public var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}

extension JournalFileError: LocalizedError {
  /// The error as one sentence.
  public var errorDescription: String? {
    "The journal \(path)\(line.map { ", line \($0)," } ?? "") cannot be used: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
  }
}
