internal import CConformance
internal import Glibc

/// Memory in which each block ends exactly at a guard page.
///
/// A read of one byte too far faults at that very instruction. No address is given out twice, so a read of released memory faults too.
///
/// Not thread-safe; each owner uses it from one thread.
package final class GuardedArena {
  /// A block of memory in the arena.
  struct Block {
    /// Its first byte.
    let start: UnsafeMutableRawPointer
    /// The number of bytes requested.
    let count: Int
    fileprivate let pages: UnsafeMutableRawPointer
    fileprivate let length: Int
  }

  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let reservation = 1 << 28

  /// The number of retired blocks that stay readable, unless blocks are released at once.
  private static let kept = 4096

  /// True to release lent memory as soon as the plugin function returns; else only after thousands of further blocks.
  ///
  /// So a plugin that keeps an argument fails the test about that, and not every test.
  package var takesBackAtOnce = false
  private var retired: [Block] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0
  /// True for memory that the plugin's process shares.
  private let isShared = ExecutorProcess.isUsed
  /// Shared pages in a row that the plugin cannot reach any more, and whose memory the system still keeps.
  private var idle: (start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer)?
  /// The bytes of such pages that go back to the system in one step, which costs about as much as a step for one page.
  private static let idleBytes = 1 << 20

  init() {}

  /// Returns a block of `count` zeroed bytes, followed by the guard page.
  func allocate(_ count: Int) -> Block {
    let length = max(1, (count + Self.page - 1) / Self.page) * Self.page
    let pages = reserve(length + Self.page)
    precondition(open(pages, length), "no memory for an argument of \(count) bytes")
    return Block(start: pages + length - count, count: count, pages: pages, length: length)
  }

  /// Overwrites the block and makes it inaccessible: from now on touching it faults.
  func release(_ block: Block) { release([block]) }

  private func release(_ blocks: [Block]) {
    guard !isShared else { return releaseShared(blocks) }
    for block in blocks {
      memset(block.start, 0xA5, block.count)
      madvise(block.pages, block.length, MADV_DONTNEED)
      mprotect(block.pages, block.length, PROT_NONE)
    }
  }

  /// Makes blocks inaccessible for the plugin's process; neighbours in one step, since each step there costs more than a call.
  private func releaseShared(_ blocks: [Block]) {
    var rest = blocks.sorted { $0.pages < $1.pages }[...]
    while let first = rest.popFirst() {
      var end = first.pages + first.length
      while let next = rest.first, next.pages == end + Self.page {
        end = next.pages + next.length
        rest.removeFirst()
      }
      hookswitch_apart_protect(first.pages, end - first.pages, PROT_NONE)
      giveBack(first.pages, end)
    }
  }

  /// Gives pages back to the system, together with those right before them.
  private func giveBack(_ start: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer) {
    if let idle, idle.end + Self.page == start {
      self.idle = (idle.start, end)
    } else {
      if let idle { madvise(idle.start, idle.end - idle.start, MADV_REMOVE) }
      idle = (start, end)
    }
    guard let idle, idle.end - idle.start >= Self.idleBytes else { return }
    madvise(idle.start, idle.end - idle.start, MADV_REMOVE)
    self.idle = nil
  }

  /// Makes pages accessible where the plugin is.
  private func open(_ pages: UnsafeMutableRawPointer, _ length: Int) -> Bool {
    guard isShared else { return mprotect(pages, length, PROT_READ | PROT_WRITE) == 0 }
    hookswitch_apart_protect(pages, length, PROT_READ | PROT_WRITE)
    return true
  }

  /// Retires blocks, and releases them now or later.
  func retire(_ blocks: [Block]) {
    guard !takesBackAtOnce else { return release(blocks) }
    retired += blocks
    guard retired.count > Self.kept else { return }
    release(Array(retired.prefix(Self.kept / 2)))
    retired.removeFirst(Self.kept / 2)
  }

  /// Releases all retired blocks.
  package func releaseRetired() {
    release(retired)
    retired = []
  }

  private func reserve(_ length: Int) -> UnsafeMutableRawPointer {
    if left < length {
      let size = max(Self.reservation, length)
      let map =
        isShared
        ? hookswitch_apart_reserve(size) : mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
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
