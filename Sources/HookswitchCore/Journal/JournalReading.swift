public import CallControl
public import FoundationEssentials
internal import StrictJSON
internal import TransportLoader

/// A journal that was read from a file.
public struct JournalReading: Sendable {
  /// The records, in order.
  public private(set) var records: [JournalRecord] = []
  /// The date of time zero, if the journal has it.
  public let zero: Date?
  /// True when the last line was cut short, as after a crash, and left out.
  public private(set) var isCutShort = false

  /// Reads a file that `JournalFile` wrote.
  ///
  /// - Throws: `JournalFileError` with the line; the file is read as a whole or not at all.
  public init(path: String) throws(JournalFileError) {
    var lines = try JournalLines(path: path)
    guard let first = try lines.next(), let header: JournalHeader = try? Self.value(of: first.bytes) else {
      throw JournalFileError(
        code: .notAJournal, path: path, line: 1,
        reason: "it does not begin with {\"hookswitch-journal\": \(JournalHeader.current)}; is it a journal?")
    }
    guard header.version == JournalHeader.current else {
      throw JournalFileError(
        code: .unsupportedVersion, path: path, line: 1,
        reason:
          "it is of version \(header.version), and this program reads \(JournalHeader.current); read it with the program that wrote it")
    }
    zero = header.zero.map { Date(timeIntervalSince1970: $0) }
    while let line = try lines.next() {
      if line.isWhole {
        records.append(try Self.record(line.bytes, path: path, number: lines.number))
      } else if let last = try? Self.record(line.bytes, path: path, number: lines.number) {
        records.append(last)
      } else {
        isCutShort = true
      }
    }
  }

  private static func value<Value: Decodable>(of line: [UInt8]) throws -> Value {
    try JSONReader.read(line, limits: JSONLimits(depth: 64)).decoded()
  }

  private static func record(_ line: [UInt8], path: String, number: Int) throws(JournalFileError) -> JournalRecord {
    do {
      return try value(of: line)
    } catch {
      throw JournalFileError(code: .malformed, path: path, line: number, reason: "it is not a journal record: \(reason(error))")
    }
  }

  /// Returns a decoder's error, with the place in the record.
  private static func reason(_ error: any Error) -> String {
    let (context, what): (DecodingError.Context, String)
    switch error {
    case DecodingError.keyNotFound(let key, let place): (context, what) = (place, "\"\(key.stringValue)\" is missing")
    case DecodingError.typeMismatch(_, let place), DecodingError.valueNotFound(_, let place), DecodingError.dataCorrupted(let place):
      (context, what) = (place, place.debugDescription)
    case let error as JSONSyntaxError: return "\(error.reason), at column \(error.column)"
    default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? what : "at \(path): \(what)"
  }
}

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
  ///
  /// The file's words are escaped, so that a terminal only displays them.
  public var description: String {
    TerminalText.line("\(path)\(line.map { ":\($0)" } ?? ""): \(reason)")
  }
}

extension JournalFileError {
  /// The error as one sentence.
  public var errorDescription: String? {
    let end = reason.hasSuffix(".") ? "" : "."
    return TerminalText.line("The journal \(path)\(line.map { ", line \($0)," } ?? "") cannot be used: \(reason)\(end)")
  }
}
