internal import Glibc

/// One mapping of memory, every page of it touched, that is given back when nobody holds it any more.
///
/// `@unchecked Sendable`: where it lies never changes; who may touch what in it, the arena's owner says.
final class ArenaRegion: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let bytes: Int

  /// What a large page of most machines holds.
  ///
  /// Thousands of rings on small ones would cost the mixer as many misses of the processor's table of pages.
  static let largePage = 2 << 20

  /// A mapping of at least `wanted` bytes.
  init(bytes wanted: Int) throws(ArenaError) {
    bytes = (wanted + Self.largePage - 1) & ~(Self.largePage - 1)
    // More by one page, so that there is a start on a large page's boundary; the rest goes back.
    let mapped = mmap(nil, bytes + Self.largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw ArenaError(bytes: bytes, code: errno) }
    start = mapped.alignedUp(toMultipleOf: Self.largePage)
    let before = start - mapped
    if before > 0 { munmap(mapped, before) }
    munmap(start + bytes, Self.largePage - before)
    // It may be refused: then pages are small.
    _ = madvise(start, bytes, MADV_HUGEPAGE)
    // A page that is first touched on the audio thread would cost it a fault.
    start.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  deinit { munmap(start, bytes) }
}
