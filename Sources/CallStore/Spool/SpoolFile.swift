internal import CallControl
internal import FoundationEssentials
internal import Glibc

/// The mapped file of a spool.
///
/// The head takes one page: the magic number, the generation and the time of the last record. Records follow, each with a length and a
/// CRC-32C over the generation and its bytes; the length is stored last. A record ends the spool that has no length, or whose checksum does
/// not fit: the process died while it wrote. A new generation begins at the first record again, and makes all older ones invalid.
///
/// Its members are used under the spool's lock, but for the records before a position that was read under it: nothing changes those.
final class SpoolFile: @unchecked Sendable {  // As the comment above says: the spool's lock protects it.
  /// The limit on the file's size.
  static let sizeLimit = 64 << 20
  /// The size of a new file.
  static let firstSize = 4 << 20
  /// The place of the first record.
  static let firstRecord = 4_096
  /// The size of a record's length and checksum.
  static let frameSize = 8

  private static let magic: UInt64 = 0x314C_4F4F_5053_5748  // HWSPOOL1

  let path: String
  let memory: UnsafeMutableRawPointer
  private let file: CInt
  /// The number of bytes that have blocks on the disk; memory beyond it must not be touched.
  private(set) var size: Int
  /// The size beyond which the file does not grow.
  let limit: Int

  /// Opens a spool, or creates one of at least `firstSize` bytes.
  ///
  /// - Throws: `StoreError` when it cannot be opened or allocated.
  init(path: String, limit: Int = SpoolFile.sizeLimit) throws(StoreError) {
    self.path = path
    self.limit = max(limit, Self.firstRecord * 2)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw StoreError.system(path, "cannot open the spool") }
    var status = stat()
    fstat(file, &status)
    let known = min(Int(status.st_size), self.limit)
    let wanted = min(max(known, Self.firstSize), self.limit)
    let result = posix_fallocate(file, 0, off_t(wanted))
    guard result == 0 else {
      close(file)
      throw StoreError.system(path, "cannot allocate the spool", result)
    }
    // The whole limit is mapped at once, so that the file grows without a new mapping.
    guard let memory = mmap(nil, self.limit, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
      close(file)
      throw StoreError.system(path, "cannot map the spool")
    }
    self.file = file
    self.memory = memory
    size = wanted
    if memory.load(as: UInt64.self) != Self.magic {
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.firstRecord)
      generation = UInt64.random(in: 1...UInt64(UInt32.max))
      memory.storeBytes(of: Self.magic, as: UInt64.self)
    }
  }

  deinit {
    munmap(memory, limit)
    close(file)
  }

  /// The number that makes records of an earlier use of the file invalid.
  var generation: UInt64 {
    get { memory.load(fromByteOffset: 8, as: UInt64.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
  }

  /// The time of the last record, in milliseconds since 1970; 0 before the first.
  var lastTime: Int64 {
    get { memory.load(fromByteOffset: 16, as: Int64.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int64.self) }
  }

  /// Allocates more blocks, up to the limit; returns false when the disk or the limit is full.
  func grow(to wanted: Int) -> Bool {
    let target = min(wanted, limit)
    guard target > size, posix_fallocate(file, off_t(size), off_t(target - size)) == 0 else { return false }
    size = target
    return true
  }

  /// Writes the changed pages to the disk.
  func synchronize() {
    fdatasync(file)
  }

  /// The checksum with which each record of this generation begins.
  var seed: UInt32 { withUnsafeBytes(of: generation) { CRC32C.checksum($0) } }

  /// Returns the record at a place and the place after it; nil at the end, or when it passes `end`.
  func record(at place: Int, before end: Int, seed: UInt32) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard place >= Self.firstRecord, place % 8 == 0, place + Self.frameSize <= end else { return nil }
    let count = Int(UInt32(littleEndian: memory.load(fromByteOffset: place, as: UInt32.self)))
    guard count > 0, count <= SpoolRecord.sizeLimit, place + Self.frameSize + count <= end else { return nil }
    let bytes = UnsafeRawBufferPointer(start: memory + place + Self.frameSize, count: count)
    let sum = UInt32(littleEndian: memory.load(fromByteOffset: place + 4, as: UInt32.self))
    guard CRC32C.checksum(bytes, seed: seed) == sum else { return nil }
    return (bytes, place + Self.frameSize + Self.aligned(count))
  }

  /// Returns a size rounded up to eight bytes, so that lengths are aligned.
  static func aligned(_ count: Int) -> Int { (count + 7) & ~7 }
}
