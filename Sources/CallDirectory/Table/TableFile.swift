internal import CallControl
internal import Glibc

/// A file that is written from its begin to its end through a buffer, with a checksum of each part.
final class TableFile {
  private static let bufferSize = 256 << 10

  let path: String
  private let file: CInt
  private let buffer: UnsafeMutableRawBufferPointer
  private var used = 0
  /// The place after the last byte, in bytes from the file's begin.
  private(set) var offset = 0
  private var sum: UInt32 = 0
  private var isFinished = false

  /// Creates the file, in place of one with its name; nobody else can read it.
  init(creating path: String) throws(DirectoryError) {
    self.path = path
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
    guard file >= 0 else { throw .system("cannot create \(path)") }
  }

  deinit {
    buffer.deallocate()
    if file >= 0 { close(file) }
    if !isFinished { unlink(path) }
  }

  /// Writes bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(DirectoryError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = min(rest.count, Self.bufferSize - used)
      UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + count]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
      used += count
      offset += count
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      if used == Self.bufferSize { try flush() }
    }
  }

  /// Writes zeros.
  func fill(_ count: Int) throws(DirectoryError) {
    var rest = count
    while rest > 0 {
      let part = min(rest, Self.bufferSize - used)
      UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + part]).initializeMemory(as: UInt8.self, repeating: 0)
      used += part
      offset += part
      rest -= part
      if used == Self.bufferSize { try flush() }
    }
  }

  /// Writes numbers in little-endian order.
  func write<Number: FixedWidthInteger>(_ number: Number) throws(DirectoryError) {
    if Self.bufferSize - used < MemoryLayout<Number>.size { try flush() }
    buffer.storeBytes(of: number.littleEndian, toByteOffset: used, as: Number.self)
    used += MemoryLayout<Number>.size
    offset += MemoryLayout<Number>.size
  }

  /// Begins a part at the next multiple of 16 bytes; returns its place.
  func beginPart() throws(DirectoryError) -> Int {
    try fill((16 - offset % 16) % 16)
    try flush()
    sum = 0
    return offset
  }

  /// Ends a part; returns its checksum.
  func endPart() throws(DirectoryError) -> UInt32 {
    try flush()
    return sum
  }

  /// Writes the buffer out, and takes its bytes into the checksum of the part.
  private func flush() throws(DirectoryError) {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<used])
    sum = CRC32C.checksum(bytes, seed: sum)
    try Self.write(bytes, to: file, at: offset - used, path)
    used = 0
  }

  /// Writes the header, and all to the disk, and gives the file its name in one step.
  func finish(header: [UInt8], as name: String) throws(DirectoryError) {
    try flush()
    let (file, path) = (file, path)
    try header.withRawBytes { (bytes) throws(DirectoryError) in try Self.write(bytes, to: file, at: 0, path) }
    guard fdatasync(file) == 0 else { throw .system("cannot write \(path) to the disk") }
    guard rename(path, name) == 0 else { throw .system("cannot rename \(path)") }
    isFinished = true
    Self.synchronizeFolder(of: name)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: CInt, at offset: Int, _ path: String) throws(DirectoryError) {
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let count = pwrite(file, base + written, bytes.count - written, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("cannot write \(path)") }
      written += count
    }
  }

  /// Writes a folder's names to the disk.
  static func synchronizeFolder(of path: String) {
    let folder = open(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

extension DirectoryError {
  /// Returns the error of a system call, from `errno`.
  static func system(_ work: String) -> DirectoryError {
    let number = errno
    let reason = String(cString: strerror(number))
    let advice = number == ENOSPC ? "; free space on the disk, then reload" : ""
    return DirectoryError(.loadingInterrupted, "\(work): \(reason)\(advice)")
  }
}
