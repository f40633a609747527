@testable internal import TransportLoader

extension FuzzTarget {
  /// Examines a shared object like the loader before it calls the dynamic linker.
  static let library = FuzzTarget(name: "library") { bytes in
    let first = try? ElfFile(bytes)
    precondition(first == (try? ElfFile(bytes)), "one file, two judgements")
  }
}
