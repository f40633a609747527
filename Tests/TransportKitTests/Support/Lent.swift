import Glibc

/// Memory that ends at an inaccessible page: reading one byte too far crashes the process.
///
/// It holds a copy of a value's first `count` bytes, directly before that page, and is freed with the object.
final class Lent<Value> {
  private let base: UnsafeMutableRawPointer
  private let length: Int
  let pointer: UnsafeMutablePointer<Value>

  /// Stores the first `count` bytes of the value (default: all), with its first field, `size`, set to `count`.
  init(_ value: Value, count: Int = MemoryLayout<Value>.size) {
    let page = 4096
    length = (count + page - 1) / page * page + page
    base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    mprotect(base + length - page, page, PROT_NONE)
    let start = base + (length - page - count)
    withUnsafeBytes(of: value) { start.copyMemory(from: $0.baseAddress!, byteCount: min(count, $0.count)) }
    if count > MemoryLayout<Value>.size {
      memset(start + MemoryLayout<Value>.size, 0xa5, count - MemoryLayout<Value>.size)
    }
    start.storeBytes(of: UInt32(count), as: UInt32.self)
    pointer = start.assumingMemoryBound(to: Value.self)
  }

  /// Makes it inaccessible, as after the call for which it was lent.
  func takeBack() {
    mprotect(base, length, PROT_NONE)
  }

  deinit {
    munmap(base, length)
  }
}
