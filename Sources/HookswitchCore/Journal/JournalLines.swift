internal import Glibc

/// Reads a journal's file line by line, in bounded memory.
struct JournalLines: ~Copyable {
  /// The limit on one line, in bytes.
  static let lineLimit = 16 << 20
  /// The limit on a whole journal, in bytes, since its records are held in memory.
  static let sizeLimit = 1 << 30

  /// One line, without its line break.
  struct Line {
    var bytes: [UInt8]
    /// False for a last line without a line break, as after a crash.
    var isWhole: Bool
  }

  /// The number of the last line read, counting from 1.
  private(set) var number = 0
  private let path: String
  private let file: CInt
  private var waiting: [UInt8] = []
  private var place = 0
  private var size = 0
  private var isOver = false

  /// Opens the file.
  ///
  /// - Throws: the system's reason.
  init(path: String) throws(JournalFileError) {
    self.path = path
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system(path, "cannot be opened") }
  }

  deinit { close(file) }

  /// Reads the next line; nil at the end.
  ///
  /// - Throws: an error when the file cannot be read or exceeds a limit.
  mutating func next() throws(JournalFileError) -> Line? {
    var line: [UInt8] = []
    while true {
      if let end = waiting[place...].firstIndex(of: UInt8(ascii: "\n")) {
        line += waiting[place..<end]
        place = end + 1
        number += 1
        return try checked(Line(bytes: line, isWhole: true))
      }
      line += waiting[place...]
      _ = try checked(Line(bytes: line, isWhole: false), of: number + 1)
      guard !isOver else {
        place = waiting.count
        guard !line.isEmpty else { return nil }
        number += 1
        return Line(bytes: line, isWhole: false)
      }
      try readOn()
    }
  }

  private func checked(_ line: Line, of number: Int? = nil) throws(JournalFileError) -> Line {
    guard line.bytes.count <= Self.lineLimit else {
      throw JournalFileError(
        code: (number ?? self.number) == 1 ? .notAJournal : .malformed, path: path, line: number ?? self.number,
        reason: "it is longer than \(Self.lineLimit) bytes; is it a journal?")
    }
    return line
  }

  private mutating func readOn() throws(JournalFileError) {
    place = 0
    var count = 0
    repeat {
      waiting = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, length in
        count = Glibc.read(file, buffer.baseAddress, buffer.count)
        length = max(0, count)
      }
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw .system(path, "cannot be read") }
    isOver = count == 0
    size += count
    guard size <= Self.sizeLimit else {
      throw JournalFileError(
        code: .malformed, path: path, line: number + 1, reason: "the file has more than \(Self.sizeLimit) bytes; read it in pieces")
    }
  }
}
