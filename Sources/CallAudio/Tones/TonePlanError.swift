internal import CTones
public import FoundationEssentials

/// The reason why a text is not a tone plan.
public struct TonePlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file that contains the text, or nil.
  public internal(set) var path: String?
  /// The line, from 1; 0 when the file could not be read.
  public let line: Int
  /// The byte within the line, from 1.
  public let column: Int
  /// The cause and the remedy.
  public let reason: String

  /// The position and the reason, in the format of compilers.
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
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The tone plan cannot be read: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
