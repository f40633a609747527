internal import CLinux
internal import Glibc

/// A file's identity and state: when any of it changed, the file must be judged again.
public struct FileIdentity: Hashable, Codable, Sendable {
  /// The device that it lies on.
  public var device: UInt64
  /// Its number there.
  public var inode: UInt64
  /// Its size in bytes.
  public var size: UInt64
  /// The time of the last change of its content, in nanoseconds since 1970.
  public var modified: Int64
  /// The time of the last change of its content or attributes, in nanoseconds since 1970.
  public var changed: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = UInt64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
  }

  /// True for the same file with the same content; a new name or mode does not matter.
  func hasContent(of other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }

  /// The identity of the file at `path`, without following links; nil when there is none.
  static func of(_ path: String) -> FileIdentity? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileIdentity(status) : nil
  }
}
