internal import CConformance
internal import Glibc

/// Memory in which each block ends exactly at a guard page.
///
/// A read of one byte too far faults at that very instruction. The arena gives an address out again after more than a thousand further blocks
/// of one page are back; until then a read of released memory faults.
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
  /// The number of released blocks of one page that wait before the oldest comes again; each is two mappings of the plugin's process.
  private static let resting = 1024

  /// The number of retired blocks that stay readable, unless blocks are released at once.
  private static let kept = 4096

  /// True to release lent memory as soon as the plugin function returns; else only after thousands of further blocks.
  ///
  /// So a plugin that keeps an argument fails the test about that, and not every test.
  package var takesBackAtOnce = false
  private var retired: [Block] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0
  /// The released blocks of one page, in the order of their release, from `oldest` on.
  private var spent: [UnsafeMutableRawPointer] = []
  private var oldest = 0
  /// Shared pages that the plugin's process reaches already, for the next blocks; it made them accessible while it had nothing else to do.
  private var ahead: [UnsafeMutableRawPointer] = []
  private static let mostAhead = 8
  /// True for memory that the plugin's process shares.
  private let isShared = ExecutorProcess.isUsed

  init() {}

  /// Returns a block of `count` zeroed bytes, followed by the guard page.
  func allocate(_ count: Int) -> Block {
    let length = max(1, (count + Self.page - 1) / Self.page) * Self.page
    let prepared = length == Self.page ? ahead.popLast() : nil
    let pages = prepared ?? (length == Self.page ? takeSpent() : nil) ?? takeNew(length)
    if prepared == nil { precondition(setAccess(pages, length, isOpen: true), "no memory for an argument of \(count) bytes") }
    let start = pages + length - count
    // A shared page still has what lay there before, and the plugin knows no address in it any more.
    if isShared { memset(start, 0, count) }
    return Block(start: start, count: count, pages: pages, length: length)
  }

  /// Has the plugin's process open the pages of the next blocks: it has nothing else to do after a plugin function, and the kit waits for it
  /// before one.
  private func prepare() {
    while isShared, ahead.count < Self.mostAhead, let pages = takeSpent() {
      _ = setAccess(pages, Self.page, isOpen: true)
      ahead.append(pages)
    }
  }

  /// Returns the page that was released longest ago; nil while too few were released since.
  private func takeSpent() -> UnsafeMutableRawPointer? {
    guard spent.count - oldest > Self.resting else { return nil }
    let pages = spent[oldest]
    oldest += 1
    if oldest > Self.resting {
      spent.removeFirst(oldest)
      oldest = 0
    }
    return pages
  }

  /// Returns pages that no block has had, before a guard page.
  private func takeNew(_ length: Int) -> UnsafeMutableRawPointer {
    let pages = reserve(length + Self.page)
    if isShared { hookswitch_apart_protect(pages + length, Self.page, HOOKSWITCH_APART_WALL) }
    return pages
  }

  /// Makes the block inaccessible: from now on touching it faults.
  func release(_ block: Block) { release([block]) }

  private func release(_ blocks: [Block]) {
    for block in blocks {
      // A shared page keeps its memory for the next block; that of a long block goes.
      if !isShared {
        memset(block.start, 0xA5, block.count)
        madvise(block.pages, block.length, MADV_DONTNEED)
      }
      _ = setAccess(block.pages, block.length, isOpen: false)
      if block.length == Self.page { spent.append(block.pages) } else if isShared { madvise(block.pages, block.length, MADV_REMOVE) }
    }
    prepare()
  }

  /// Lets the plugin use pages, or not.
  private func setAccess(_ pages: UnsafeMutableRawPointer, _ length: Int, isOpen: Bool) -> Bool {
    let protection = isOpen ? PROT_READ | PROT_WRITE : PROT_NONE
    guard isShared else { return mprotect(pages, length, protection) == 0 }
    hookswitch_apart_protect(pages, length, protection)
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
