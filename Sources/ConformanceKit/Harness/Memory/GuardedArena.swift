internal import Glibc

/// Memory that ends exactly where a page ends that nobody may touch.
///
/// What lies in it is read one byte too far at the price of a fault at that very instruction. An address is never given out twice, so
/// what is kept beyond its time is caught too.
///
/// Not thread-safe by itself; each owner uses it from one thread.
final class GuardedArena {
  /// One piece of memory of the arena.
  struct Block {
    /// Where its first byte is.
    let start: UnsafeMutableRawPointer
    /// How many bytes were asked for.
    let count: Int
    fileprivate let pages: UnsafeMutableRawPointer
    fileprivate let length: Int
  }

  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let reservation = 1 << 28

  /// How many blocks whose time is over stay readable, where nothing is taken back at once.
  private static let kept = 4096

  /// Whether what was lent is gone as soon as its call has returned; else only after thousands of further ones.
  ///
  /// So that a plugin which keeps an argument fails the test about that, and not every test.
  var takesBackAtOnce = false
  private var retired: [Block] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0

  init() {}

  /// A block of `count` bytes, all zero; the guard page follows its last byte.
  func allocate(_ count: Int) -> Block {
    let length = max(1, (count + Self.page - 1) / Self.page) * Self.page
    let pages = reserve(length + Self.page)
    precondition(mprotect(pages, length, PROT_READ | PROT_WRITE) == 0, "no memory for an argument of \(count) bytes")
    return Block(start: pages + length - count, count: count, pages: pages, length: length)
  }

  /// Overwrites the block and takes it away: from now on touching it is a fault.
  func release(_ block: Block) {
    memset(block.start, 0xA5, block.count)
    madvise(block.pages, block.length, MADV_DONTNEED)
    mprotect(block.pages, block.length, PROT_NONE)
  }

  /// Takes blocks away, now or later.
  func retire(_ blocks: [Block]) {
    guard !takesBackAtOnce else { return blocks.forEach(release) }
    retired += blocks
    guard retired.count > Self.kept else { return }
    for block in retired.prefix(Self.kept / 2) { release(block) }
    retired.removeFirst(Self.kept / 2)
  }

  /// Takes everything away that is only kept for a while.
  func releaseRetired() {
    retired.forEach(release)
    retired = []
  }

  private func reserve(_ length: Int) -> UnsafeMutableRawPointer {
    if left < length {
      let size = max(Self.reservation, length)
      let map = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      guard let map, map != UnsafeMutableRawPointer(bitPattern: -1) else { fatalError("no address space for arguments") }
      next = map
      left = size
    }
    guard let start = next else { fatalError("an arena without address space") }
    next = start + length
    left -= length
    return start
  }
}
