internal import CLinux
internal import Glibc

/// The write permissions of a POSIX access control list (`system.posix_acl_access`).
///
/// A file with a list shows the list's mask as its group permissions.
struct AccessList: Equatable, Sendable {
  /// The subject of an entry.
  enum Party: Equatable, Sendable {
    case user(UInt32)
    case owningGroup
    case group(UInt32)
  }

  /// The users and groups that may write.
  private(set) var writers: [Party] = []

  /// Parses the attribute's value; nil when its format is unknown.
  init?(_ bytes: [UInt8]) {
    let value = ByteReader(bytes: bytes)
    guard value.number(at: 0) == UInt32(2), bytes.count % 8 == 4 else { return nil }
    let entries = stride(from: UInt64(4), to: UInt64(bytes.count), by: 8).map { place in
      (
        kind: value.number(at: place) ?? UInt16(0), rights: value.number(at: place + 2) ?? UInt16(0),
        id: value.number(at: place + 4) ?? UInt32(0)
      )
    }
    let mask = entries.first { $0.kind == 0x10 }?.rights ?? 7
    for entry in entries {
      let isWriter = entry.rights & mask & 2 != 0
      switch entry.kind {
      case 0x02 where isWriter: writers.append(.user(entry.id))
      case 0x04 where isWriter: writers.append(.owningGroup)
      case 0x08 where isWriter: writers.append(.group(entry.id))
      case 0x01, 0x02, 0x04, 0x08, 0x10, 0x20: break
      default: return nil
      }
    }
  }

  /// The list of an open file or folder; nil when it has none.
  /// - Throws: when there is one that cannot be read or understood.
  static func of(descriptor: CInt) throws(Unreadable) -> AccessList? {
    // Through /proc: a descriptor opened with O_PATH gives no attributes itself.
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = getxattr("/proc/self/fd/\(descriptor)", "system.posix_acl_access", &bytes, bytes.count)
    guard count >= 0 else {
      if errno == ENODATA || errno == EOPNOTSUPP { return nil }
      throw Unreadable()
    }
    guard let list = AccessList(Array(bytes[..<count])) else { throw Unreadable() }
    return list
  }

  struct Unreadable: Error {}
}
