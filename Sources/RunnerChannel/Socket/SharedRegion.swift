internal import CRunnerChannel
internal import Glibc

/// A region of audio rings, mapped into this process; the other one may write anything there at any time.
///
/// `@unchecked Sendable`: the address is a constant, and the memory is accessed only through the atomics of `hookswitch/ring.h`.
package final class SharedRegion: @unchecked Sendable {
  /// The reason why there is no region.
  package struct Failure: Error, Hashable, Sendable {
    /// The number of the system's error.
    package var code: CInt
  }

  /// The length of every region.
  package static let bytes = Int(HRC_REGION_BYTES)

  /// The first address.
  package let start: UnsafeMutableRawPointer

  /// Maps the region of a descriptor, which the caller may close afterwards.
  package init(descriptor: CInt) throws(Failure) {
    guard let region = hrc_map_region(descriptor) else { throw Failure(code: errno) }
    start = UnsafeMutableRawPointer(region)
  }

  deinit { hrc_unmap_region(start.assumingMemoryBound(to: UInt8.self)) }

  /// Makes a region; returns its memory, and the descriptor to pass on and then to close.
  package static func make() throws(Failure) -> (region: SharedRegion, descriptor: CInt) {
    let descriptor = hrc_make_region()
    guard descriptor >= 0 else { throw Failure(code: errno) }
    do throws(Failure) {
      return (try SharedRegion(descriptor: descriptor), descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }
}

/// Bytes on their way to the other process, in a memory that nobody can change.
package enum Blob {
  /// The most bytes of one.
  package static let limit = Int(HRC_BLOB_MAX)

  /// Makes a blob; returns its descriptor to pass on and then to close, or nil when there are too many bytes or no memory.
  package static func make(_ bytes: [UInt8]) -> CInt? {
    let descriptor = bytes.withUnsafeBytes { hrc_make_blob($0.baseAddress, $0.count) }
    return descriptor < 0 ? nil : descriptor
  }

  /// Reads a blob; nil when the descriptor is no sealed memory of `count` bytes.
  package static func read(_ descriptor: CInt, count: UInt64) -> [UInt8]? {
    guard hrc_check_blob(descriptor, count) == 0 else { return nil }
    var taken = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      if let start = buffer.baseAddress { taken = hrc_read_blob(descriptor, start, Int(count)) }
      filled = taken
    }
    return taken == Int(count) ? bytes : nil
  }
}
