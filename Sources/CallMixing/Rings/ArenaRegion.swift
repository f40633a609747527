internal import Glibc

/// One mapping of memory, every page of it touched, that is given back when nobody holds it any more.
///
/// `@unchecked Sendable`: where it lies never changes; who may touch what in it, the arena's owner says.
final class ArenaRegion: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let bytes: Int

  init(bytes: Int) throws(ArenaError) {
    // Populated at once: a page that is first touched on the audio thread would cost it a fault.
    let mapped = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw ArenaError(bytes: bytes, code: errno) }
    start = mapped
    self.bytes = bytes
  }

  deinit { munmap(start, bytes) }
}
