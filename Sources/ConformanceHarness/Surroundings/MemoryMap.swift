/// The mappings of a process, from the text of `/proc/PID/maps`.
package struct MemoryMap: Hashable, Sendable {
  /// One mapping.
  package struct Region: Hashable, Sendable {
    package let range: Range<UInt>
    package let isReadable: Bool
    package let isWritable: Bool
    package let isExecutable: Bool
    /// The file, or a name such as `[stack]`; empty for memory without one.
    package let name: String

    /// The region in words, as in `7f00-7f10 (lib.so)`.
    package var words: String {
      "\(String(range.lowerBound, radix: 16))-\(String(range.upperBound, radix: 16))" + (name.isEmpty ? "" : " (\(name))")
    }
  }

  package let regions: [Region]

  /// Reads a text; lines of another form are left out.
  package init(_ text: String) {
    regions = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let ends = words.first?.split(separator: "-") ?? []
      guard words.count >= 5, ends.count == 2, let start = UInt(ends[0], radix: 16), let end = UInt(ends[1], radix: 16), start <= end else {
        return nil
      }
      let rights = words[1]
      return Region(
        range: start..<end, isReadable: rights.contains("r"), isWritable: rights.contains("w"), isExecutable: rights.contains("x"),
        name: words.count > 5 ? String(words[5].drop { $0 == " " }) : "")
    }
  }

  /// Reads the mappings of a process from its folder in /proc; none when the folder is gone.
  package init(ofProcess folder: String) {
    self.init(String(decoding: FileBytes.read("\(folder)/maps") ?? [], as: UTF8.self))
  }

  /// The regions whose contents could be changed and then run, the stack among them.
  package var writableCode: [Region] { regions.filter { $0.isWritable && $0.isExecutable } }

  /// The files that are mapped, each once.
  package var files: Set<String> { Set(regions.map(\.name).filter { $0.hasPrefix("/") }) }

  /// The bytes of memory without a file that may be read or written, except the C library's heap.
  package var privateBytes: Int {
    regions.reduce(0) { sum, region in
      let isOwn = region.name.isEmpty && (region.isReadable || region.isWritable)
      return isOwn ? sum + region.range.count : sum
    }
  }

  /// Returns the region with that address.
  package func region(of address: UInt) -> Region? { regions.first { $0.range.contains(address) } }
}
