internal import CLinux
internal import Glibc

/// A table of telephone numbers in a mapped file: the numbers that are blocked, and the labels of numbers.
///
/// It never changes: any thread looks numbers up without a lock. The file may be unlinked while the table is used.
package final class DirectoryTable: @unchecked Sendable {  // The mapped memory is read only, and unmapped when nothing uses the table.
  /// The size up to which a table is read into memory at its opening.
  private static let readAheadLimit = 256 << 20

  let view: TableView
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  /// The table's file.
  package let path: String

  /// Opens a table, and checks its header, its sizes and its index.
  ///
  /// - Parameter path: the file, in a folder that nobody else can write to: a file that becomes shorter ends the process that has mapped it.
  /// - Throws: `unknown` with the fault.
  package init(opening path: String) throws(DirectoryError) {
    self.path = path
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .system("cannot open \(path)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system("cannot read \(path)") }
    let count = Int(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG, count > 0 else {
      throw DirectoryError(.unknown, "\(path) is no table: it is not a file with a header")
    }
    guard let memory = mmap(nil, count, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED else { throw .system("cannot map \(path)") }
    // Nine in ten first look-ups are faster with the kernel's own read-ahead, but one in ten takes 4 ms instead of 0.1 ms.
    madvise(memory, count, MADV_RANDOM)
    do throws(TableFault) {
      // The check reads the index.
      view = try TableView(checking: UnsafeRawBufferPointer(start: memory, count: count))
    } catch {
      munmap(memory, count)
      throw DirectoryError(.unknown, "\(path) is no table: \(error.reason)")
    }
    (self.memory, size) = (memory, count)
    let index = view.header[.index]
    madvise(memory + (index.offset & ~4_095), index.size + (index.offset & 4_095), MADV_WILLNEED)
  }

  deinit { munmap(memory, size) }

  /// The directory's id.
  package var id: String { view.header.id }
  /// The number of the load, from 1.
  package var revision: Int { Int(clamping: view.header.revision) }
  /// The source's token of the load.
  package var token: String? { view.header.token }
  /// The time of the load, in milliseconds since 1970.
  package var loaded: Int64 { view.header.loaded }
  /// The hash of the source's description.
  package var origin: UInt64 { view.header.origin }
  /// The numbers with an entry.
  package var entries: Int { Int(clamping: view.header.entries) }
  /// The blocked numbers.
  package var blocking: Int { Int(clamping: view.header.blocking) }
  /// The pairs of number and label.
  package var identification: Int { Int(clamping: view.header.identification) }
  /// The file's size.
  package var bytes: Int { size }
  /// The size of the labels' part of the file.
  package var labelBytes: Int { view.header[.labelTexts].size + view.header[.labelOffsets].size }

  /// A number's entry.
  package struct Entry: Hashable, Sendable {
    /// True when the number is blocked.
    package var isBlocked: Bool
    /// The labels of the number.
    package var labels: [String]

    /// Creates an entry.
    package init(isBlocked: Bool, labels: [String] = []) {
      (self.isBlocked, self.labels) = (isBlocked, labels)
    }
  }

  /// Returns a number's entry; nil when it has none.
  package func entry(of number: UInt64) -> Entry? {
    guard let value = view.value(of: number) else { return nil }
    return Entry(isBlocked: value & 1 == 1, labels: view.texts(ofSet: value >> 1))
  }

  /// Returns true when a number is blocked, without its labels; nil when it has no entry.
  package func isBlocked(_ number: UInt64) -> Bool? {
    view.value(of: number).map { $0 & 1 == 1 }
  }

  /// Returns true when all parts of the file have their checksums; it reads the whole file.
  package func hasGoodParts() -> Bool { view.hasGoodParts() }

  /// Reads a table of at most 256 MiB into the memory of the system, in order; call it on a thread that may wait.
  package func readAhead() {
    guard size <= Self.readAheadLimit else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
      while read(file, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
