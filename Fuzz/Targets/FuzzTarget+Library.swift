@testable internal import TransportLoader

extension FuzzTarget {
  /// A shared object, as the loader looks at it before it lets the dynamic linker near it.
  static let library = FuzzTarget(name: "library") { bytes in
    let first = try? ElfFile(bytes)
    precondition(first == (try? ElfFile(bytes)), "one file, two judgements")
  }
}
