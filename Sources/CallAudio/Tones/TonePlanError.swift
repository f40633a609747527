internal import CTones
public import FoundationEssentials

/// Why a text is no tone plan.
public struct TonePlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the text is from: a file's path, or nil.
  public internal(set) var path: String?
  /// The line, from 1; 0 when the file could not be read at all.
  public let line: Int
  /// The byte of the line, from 1.
  public let column: Int
  /// What is wrong, and what to write instead.
  public let reason: String

  /// Where and why, as compilers say it.
  public var description: String {
    let place = line > 0 ? "\(line):\(column): " : ""
    return path.map { "\($0):\(line > 0 ? "" : " ")\(place)\(reason)" } ?? "\(place)\(reason)"
  }

  init(path: String, unreadable reason: String) {
    self.path = path
    line = 0
    column = 0
    self.reason = reason
  }

  init(_ error: ctones_error) {
    line = Int(error.line)
    column = Int(error.column)
    reason = withUnsafeBytes(of: error.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension TonePlanError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The tone plan cannot be read: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
