internal import Glibc

/// One memory mapping with all its pages resident, unmapped with its last reference.
///
/// `@unchecked Sendable`: the address never changes; the arena's owner controls access to the contents.
final class ArenaRegion: RingRegion, @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let bytes: Int

  /// The size of a large page on most machines.
  ///
  /// On small pages, thousands of rings would cost the mixer as many TLB misses.
  static let largePage = 2 << 20

  /// Maps at least `wanted` bytes.
  init(bytes wanted: Int) throws(ArenaError) {
    bytes = (wanted + Self.largePage - 1) & ~(Self.largePage - 1)
    // Map one page more, to start on a large page's boundary, and unmap the rest.
    let mapped = mmap(nil, bytes + Self.largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw ArenaError(bytes: bytes, code: errno) }
    start = mapped.alignedUp(toMultipleOf: Self.largePage)
    let before = start - mapped
    if before > 0 { munmap(mapped, before) }
    munmap(start + bytes, Self.largePage - before)
    // The kernel may refuse; then the pages are small.
    _ = madvise(start, bytes, MADV_HUGEPAGE)
    // Touch every page now, to avoid page faults on the audio thread.
    start.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  deinit { munmap(start, bytes) }
}
