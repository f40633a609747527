internal import Glibc

/// A number with the number of its label, 0 for kinds without one.
struct RunEntry: Comparable, Sendable {
  var number: UInt64
  var label: UInt32

  static func < (a: RunEntry, b: RunEntry) -> Bool { a.number == b.number ? a.label < b.label : a.number < b.number }
}

/// The entries of one kind of record, kept in a temporary file beyond a buffer.
///
/// Sorted ones are written in runs of 1,000,000, which the reader merges. The file has no name from its creation on.
final class EntryRuns {
  /// The entries in a run that is sorted.
  static let runLimit = 1_000_000
  /// The entries in memory of one that is not sorted.
  static let bufferLimit = 8_192
  static let stride = 12

  private let path: String
  private let sorts: Bool
  private let limit: Int
  private var buffer: [RunEntry] = []
  private var file: CInt = -1
  /// The number of entries of each run in the file.
  private var runs: [Int] = []
  private var written = 0

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - path: the path of the temporary file, which is made when the buffer is full.
  ///   - sorts: true to sort the entries.
  ///   - run: the entries in a sorted run.
  init(path: String, sorts: Bool, run: Int = EntryRuns.runLimit) {
    (self.path, self.sorts) = (path, sorts)
    limit = sorts ? run : Self.bufferLimit
  }

  deinit { if file >= 0 { close(file) } }

  /// The number of entries.
  var count: Int { written + buffer.count }

  /// Adds an entry.
  @inline(__always)
  func append(_ number: UInt64, _ label: UInt32 = 0) throws(DirectoryError) {
    buffer.append(RunEntry(number: number, label: label))
    if buffer.count == limit { try flush() }
  }

  private func flush() throws(DirectoryError) {
    if sorts { buffer.sort() }
    if file < 0 {
      file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw .system("cannot create \(path)") }
      unlink(path)
    }
    let offset = written * Self.stride
    let failure = withUnsafeTemporaryAllocation(byteCount: 4_096 * Self.stride, alignment: 16) { bytes -> Bool in
      var done = 0
      while done < buffer.count {
        let count = min(4_096, buffer.count - done)
        for place in 0..<count {
          bytes.storeBytes(of: buffer[done + place].number, toByteOffset: place * Self.stride, as: UInt64.self)
          bytes.storeBytes(of: buffer[done + place].label, toByteOffset: place * Self.stride + 8, as: UInt32.self)
        }
        let size = count * Self.stride
        if pwrite(file, bytes.baseAddress, size, off_t(offset + done * Self.stride)) != size {
          if errno == 0 { errno = ENOSPC }
          return true
        }
        done += count
      }
      return false
    }
    if failure { throw .system("cannot write the records of the load") }
    // Runs in order are one.
    if sorts || runs.isEmpty { runs.append(buffer.count) } else { runs[0] += buffer.count }
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Ends the list; returns a reader of all entries in ascending order.
  func reader() throws(DirectoryError) -> EntryReader {
    if sorts { buffer.sort() }
    // Entries that fit into the buffer never reach the disk.
    if file < 0 { return try EntryReader(file: -1, runs: [], rest: buffer) }
    if !buffer.isEmpty { try flush() }
    buffer = []
    return try EntryReader(file: file, runs: runs, rest: [])
  }
}

/// A reader of the entries of runs in ascending order; it must not outlive its `EntryRuns`.
final class EntryReader {
  private struct Run {
    var next: Int
    let end: Int
    var buffer: [RunEntry] = []
    var place = 0
  }

  private static let bufferLimit = 4_096
  private let file: CInt
  private var runs: [Run] = []
  /// The present entry; nil at the end.
  private(set) var current: RunEntry?
  private var single = 0

  init(file: CInt, runs counts: [Int], rest: [RunEntry]) throws(DirectoryError) {
    self.file = file
    var begin = 0
    for count in counts {
      runs.append(Run(next: begin, end: begin + count))
      begin += count
    }
    if !rest.isEmpty { runs.append(Run(next: 0, end: 0, buffer: rest)) }
    for run in runs.indices where runs[run].buffer.isEmpty { try fill(run) }
    choose()
  }

  /// Moves to the next entry.
  @inline(__always)
  func advance() throws(DirectoryError) {
    guard current != nil else { return }
    runs[single].place += 1
    if runs[single].place == runs[single].buffer.count { try fill(single) }
    choose()
  }

  /// Chooses the run with the smallest entry.
  @inline(__always)
  private func choose() {
    current = nil
    for run in runs.indices where runs[run].place < runs[run].buffer.count {
      let entry = runs[run].buffer[runs[run].place]
      if let current, !(entry < current) { continue }
      (current, single) = (entry, run)
    }
  }

  private func fill(_ run: Int) throws(DirectoryError) {
    let count = min(Self.bufferLimit, runs[run].end - runs[run].next)
    runs[run].place = 0
    runs[run].buffer.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    let size = count * EntryRuns.stride
    let offset = runs[run].next * EntryRuns.stride
    var entries: [RunEntry] = runs[run].buffer
    entries.reserveCapacity(count)
    let isRead = withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { bytes -> Bool in
      guard pread(file, bytes.baseAddress, size, off_t(offset)) == size else { return false }
      for place in 0..<count {
        entries.append(
          RunEntry(
            number: bytes.loadUnaligned(fromByteOffset: place * EntryRuns.stride, as: UInt64.self),
            label: bytes.loadUnaligned(fromByteOffset: place * EntryRuns.stride + 8, as: UInt32.self)))
      }
      return true
    }
    guard isRead else { throw .system("cannot read the records of the load") }
    runs[run].buffer = entries
    runs[run].next += count
  }
}
