internal import Glibc
internal import Locking

// The code of the kit and of the libraries below it, which the plugin's process has like this one, and may not change.
extension ExecutorProcess {
  /// The regions of code from before the plugin.
  private static let regions = Locked<[MemoryMap.Region]>([])
  private static let pageBytes: UInt = 4096

  /// Notes the code of this process, of which the plugin's process is a copy.
  static func noteCode() {
    let code = MemoryMap(ofProcess: "/proc/self").regions.filter { region in
      region.isExecutable && !region.isWritable && region.name.hasPrefix("/")
    }
    regions.withLock { $0 = code }
  }

  /// Returns a sentence about such code that is not as it was in the plugin's process; nil when all of it is.
  ///
  /// A plugin that changes it could blind the instruments that run there.
  static func changedCode() -> String? {
    let present = Set(memoryMap.regions)
    let pages = Glibc.open("\(folder)/pagemap", O_RDONLY | O_CLOEXEC)
    // Without the list of pages only the regions tell.
    defer { if pages >= 0 { Glibc.close(pages) } }
    for region in regions.withLock({ $0 }) {
      guard present.contains(region), pages < 0 || !hasOwnPage(region, pages) else {
        return "the plugin changed code in \(region.name), which is not its own"
      }
    }
    return nil
  }

  /// Returns true if a page of a file's region is no longer the file's.
  private static func hasOwnPage(_ region: MemoryMap.Region, _ pages: CInt) -> Bool {
    let count = Int((region.range.upperBound - region.range.lowerBound) / pageBytes)
    var words = [UInt64](repeating: 0, count: count)
    let read = words.withUnsafeMutableBytes { pread(pages, $0.baseAddress, $0.count, Int(region.range.lowerBound / pageBytes) * 8) }
    // From Documentation/admin-guide/mm/pagemap.rst: bit 63, in memory; bit 62, swapped out; bit 61, of a file or shared.
    return words.prefix(max(0, read) / 8).contains { $0 >> 62 != 0 && $0 >> 61 & 1 == 0 }
  }
}
