public import CallControl
public import FoundationEssentials
internal import Glibc

/// A journal that was read back from a file.
public struct JournalReading: Sendable {
  /// How long one line may be, so that a file that is no journal does not fill the memory.
  static let lineLimit = 16 << 20

  /// Its records, in order.
  public private(set) var records: [JournalRecord] = []
  /// The date at which its time was zero; nil: it does not say.
  public let zero: Date?
  /// Whether the last line was cut short, as after a crash, and left out.
  public private(set) var isCutShort = false

  /// Reads a file as `JournalFile` writes it.
  ///
  /// - Throws: `JournalFileError`, with the line; then nothing of the file is taken.
  public init(path: String) throws(JournalFileError) {
    let bytes = try Self.contents(of: path)
    // What follows the last newline is a line that was not finished, or nothing.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.removeLast()
    let decoder = JSONDecoder()
    guard let first = lines.first ?? (rest.isEmpty ? nil : rest), let header = try? decoder.decode(JournalHeader.self, from: Data(first))
    else {
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
    for (index, line) in lines.enumerated().dropFirst() {
      records.append(try Self.record(line, decoder, path: path, number: index + 1))
    }
    guard !rest.isEmpty, !lines.isEmpty else { return }
    if let last = try? Self.record(rest, decoder, path: path, number: lines.count + 1) { records.append(last) } else { isCutShort = true }
  }

  private static func record(
    _ line: ArraySlice<UInt8>, _ decoder: JSONDecoder, path: String, number: Int
  ) throws(JournalFileError) -> JournalRecord {
    do {
      guard line.count <= lineLimit else {
        throw JournalFileError(code: .malformed, path: path, line: number, reason: "it is longer than \(lineLimit) bytes")
      }
      return try decoder.decode(JournalRecord.self, from: Data(line))
    } catch let error as JournalFileError {
      throw error
    } catch {
      throw JournalFileError(code: .malformed, path: path, line: number, reason: "it is no record of a journal: \(reason(error))")
    }
  }

  /// What a decoder says, with the place in the record.
  private static func reason(_ error: any Error) -> String {
    let (context, what): (DecodingError.Context, String)
    switch error {
    case DecodingError.keyNotFound(let key, let place): (context, what) = (place, "\"\(key.stringValue)\" is missing")
    case DecodingError.typeMismatch(_, let place), DecodingError.valueNotFound(_, let place), DecodingError.dataCorrupted(let place):
      (context, what) = (place, place.debugDescription)
    default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? what : "at \(path): \(what)"
  }

  private static func contents(of path: String) throws(JournalFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system(path, "cannot be opened") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .system(path, "cannot be read") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
