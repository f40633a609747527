package import TransportABI

/// A query of any size, with any contents, which ends at a guard page.
package struct QueryMemory {
  /// The length of hsw_query in version 1.0.
  package static let firstSize = MemoryLayout<hsw_query>.size
  /// The byte that fills the part that a plugin cannot know.
  private static let poison: UInt8 = 0xE7

  /// The value of `size`.
  package var size: UInt32
  /// The length of the memory; at least 4.
  package var length: Int
  package var magic = UInt32(HSW_MAGIC)
  package var majors: (lowest: UInt32, highest: UInt32) = (1, 1)
  package var minor: UInt32 = 0
  package var reserved: UInt32 = 0

  /// Makes a query of that many bytes, all of which are its own.
  package init(_ size: Int) {
    self.size = UInt32(size)
    length = max(size, 4)
  }

  /// The answer to such a query.
  package struct Answer {
    package let status: hsw_status
    /// The bytes before and after.
    package let before: [UInt8]
    package let after: [UInt8]
    /// The entry and the chosen version; zero for a query that is too short.
    package let query: hsw_query

    /// The reason of a refusal; nil when it has no NUL or is not UTF-8.
    package var reason: String? { withUnsafeBytes(of: query.reason) { ForeignText.read(buffer: $0) } }
    /// True when the part that the plugin cannot know is as it was.
    package var leftTailAlone: Bool { before.dropFirst(QueryMemory.firstSize) == after.dropFirst(QueryMemory.firstSize) }
  }

  /// Asks the plugin.
  package func ask(_ entry: PluginEntry, _ arena: GuardedArena) -> Answer {
    var query = hsw_query()
    query.size = size
    query.magic = magic
    query.major_min = majors.lowest
    query.major_max = majors.highest
    query.minor = minor
    query.reserved = reserved
    var bytes = withUnsafeBytes(of: query) { Array($0.prefix(length)) }
    bytes += [UInt8](repeating: Self.poison, count: max(0, length - bytes.count))
    let lender = Lender(arena, .exact)
    defer { lender.takeBack() }
    let memory = lender.raw(length)
    memory.copyMemory(from: bytes, byteCount: length)
    let status = entry.call(memory.assumingMemoryBound(to: hsw_query.self))
    let after = Array(UnsafeRawBufferPointer(start: memory, count: length))
    var answered = hsw_query()
    if length >= Self.firstSize {
      withUnsafeMutableBytes(of: &answered) { $0.copyBytes(from: after.prefix(Self.firstSize)) }
    }
    return Answer(status: status, before: bytes, after: after, query: answered)
  }
}
