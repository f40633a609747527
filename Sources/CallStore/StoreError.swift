internal import Glibc

/// An error of the store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, CaseIterable {
    /// No entry has this id.
    case notFound
    /// The value is not valid; nothing was changed.
    case rejected
    /// Another entry has this value; nothing was changed.
    case exists
    /// A value or a list is larger than the store's limit.
    case tooLarge
    /// The store is off, full or read only.
    case unavailable
    /// The system or the database reports a failure.
    case failed
  }

  /// The kind of error.
  public let code: Code
  /// The thing that the error is about: a path, a member or an id.
  public let subject: String
  /// The reason and the remedy.
  public let reason: String
  /// The limit that a value or a list exceeds; nil for other errors.
  public let limit: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - subject: the thing that the error is about: a path, a member or an id.
  ///   - reason: the reason and the remedy.
  ///   - limit: the limit that a value or a list exceeds; nil for other errors.
  public init(_ code: Code, _ subject: String, _ reason: String, limit: Int? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.limit = limit
  }

  /// The subject and the reason.
  public var description: String { "\(subject): \(reason)" }

  /// True when the system has no space left.
  var isFull: Bool { reason.hasSuffix(String(cString: strerror(ENOSPC))) }

  /// Returns the system's last error, or `number`.
  static func system(_ path: String, _ work: String, _ number: Int32 = errno) -> StoreError {
    StoreError(.failed, path, "\(work): \(String(cString: strerror(number)))")
  }

  /// Creates an error from SQLite's.
  init(_ error: SQLiteError) {
    self.init(error.isFull || error.isReadOnly ? .unavailable : .failed, error.path, "\(error.work): \(error.message)")
  }
}
