package import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The resources of a process at one moment.
public struct ResourceCount: Sendable, Hashable {
  /// Open file descriptors.
  public var descriptors: Int
  /// Threads.
  public var threads: Int

  package init(descriptors: Int, threads: Int) {
    self.descriptors = descriptors
    self.threads = threads
  }

  /// The resources of this process now.
  package static var now: ResourceCount {
    // Reading the folder itself takes a descriptor.
    ResourceCount(descriptors: entries(of: "/proc/self/fd") - 1, threads: entries(of: "/proc/self/task"))
  }

  private static func entries(of path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }
}

extension ResourceCount {
  package var value: JSONValue {
    .object([.init(name: "descriptors", value: .integer(descriptors)), .init(name: "threads", value: .integer(threads))])
  }

  package init?(_ value: JSONValue) {
    guard let descriptors = value["descriptors"]?.integer, let threads = value["threads"]?.integer else { return nil }
    self.init(descriptors: descriptors, threads: threads)
  }
}
