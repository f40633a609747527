internal import Glibc

/// Finds out if a group has only one user.
enum PrivateGroup {
  /// True when `user` is the only member of `group`, by the group's list and the primary groups in /etc/passwd.
  ///
  /// Primary groups of users in a directory service are not seen, since such users cannot be listed.
  static func isPrivate(group: UInt32, of user: UInt32) -> Bool {
    guard let name = name(of: user), let members = members(of: group) else { return false }
    return members.allSatisfy { $0 == name } && primaryUsers(of: group) == [user]
  }

  private static func name(of user: UInt32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard getpwuid_r(user, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
        return nil
      }
      return String(cString: name)
    }
  }

  private static func members(of group: UInt32) -> [String]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65536) { buffer in
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      guard getgrgid_r(group, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil else { return nil }
      var members: [String] = []
      var next = entry.gr_mem
      while let list = next, let member = list.pointee {
        members.append(String(cString: member))
        next = list + 1
      }
      return members
    }
  }

  private static func primaryUsers(of group: UInt32) -> Set<UInt32> {
    guard let file = fopen("/etc/passwd", "re") else { return [] }
    defer { fclose(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
      var users: Set<UInt32> = []
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      while fgetpwent_r(file, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil {
        if UInt32(entry.pw_gid) == group { users.insert(UInt32(entry.pw_uid)) }
      }
      return users
    }
  }
}
