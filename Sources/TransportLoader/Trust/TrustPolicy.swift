internal import Glibc

/// Trusts the files of root and the user, in folders that no other user can write to.
///
/// Code in the host's process can do all that the host can, so every user who can change or replace the file must be trusted as much.
struct TrustPolicy: Sendable {
  /// The user who is trusted besides root.
  var user: UInt32
  /// Returns true for a group whose only member is that user, so that its write permission is harmless (a umask of 002).
  var isPrivateGroup: @Sendable (UInt32) -> Bool
  /// True to accept all owners and modes, for reading about a file that will not be loaded.
  var judgesNothing = false

  /// Trusts root and the user that this process runs as.
  static let current: TrustPolicy = {
    let user = UInt32(geteuid())
    return TrustPolicy(user: user, isPrivateGroup: { PrivateGroup.isPrivate(group: $0, of: user) })
  }()

  /// Trusts the files of all users: for the system's files, and for reading about a file that will not be loaded.
  static let everybody = TrustPolicy(user: current.user, isPrivateGroup: { _ in true }, judgesNothing: true)

  /// Judges one part of a path, which must be a folder if `isFolder` and a plain file otherwise.
  ///
  /// - Parameter access: reads the access control list; used only if the group may write, since the list cannot grant more.
  func judge(
    _ status: stat, place: String, isFolder: Bool, access: () throws(AccessList.Unreadable) -> AccessList? = { nil }
  ) throws(TrustError) {
    let kind = status.st_mode & S_IFMT
    guard kind == (isFolder ? S_IFDIR : S_IFREG) else {
      throw TrustError(
        place: place, field: "kind", found: kind == S_IFLNK ? "a link" : "something else", wanted: isFolder ? "a folder" : "a plain file",
        advice: "put the real \(isFolder ? "folder" : "file") there")
    }
    guard !judgesNothing else { return }
    let owner = UInt32(status.st_uid)
    guard owner == 0 || owner == user else {
      throw TrustError(
        place: place, field: "owner", found: "user \(owner)", wanted: "root or user \(user)", advice: "chown \(user) \(place)")
    }
    let isSticky = isFolder && status.st_mode & S_ISVTX != 0
    let othersWrite = status.st_mode & S_IWOTH != 0
    guard !isSticky else { return }
    let mayGroupWrite = status.st_mode & S_IWGRP != 0
    if mayGroupWrite, let list = try read(access, place: place) { return try judge(list, status, place: place) }
    let groupWrites = mayGroupWrite && !isPrivateGroup(UInt32(status.st_gid))
    guard !(othersWrite || groupWrites) else {
      let mode = "0" + String(status.st_mode & 0o7777, radix: 8)
      throw TrustError(
        place: place, field: "mode", found: mode, wanted: othersWrite ? "not writable by others" : "not writable by group \(status.st_gid)",
        advice: "chmod go-w \(place)")
    }
  }

  private func read(_ access: () throws(AccessList.Unreadable) -> AccessList?, place: String) throws(TrustError) -> AccessList? {
    do {
      return try access()
    } catch {
      throw TrustError(
        place: place, field: "access control list", found: "one that cannot be read", wanted: "none", advice: "setfacl -b \(place)")
    }
  }

  /// Judges the write permissions of an access control list.
  private func judge(_ list: AccessList, _ status: stat, place: String) throws(TrustError) {
    let stranger = list.writers.first { party in
      switch party {
      case .user(let id): id != 0 && id != user
      case .owningGroup: !isPrivateGroup(UInt32(status.st_gid))
      case .group(let id): !isPrivateGroup(id)
      }
    }
    let isOpen = status.st_mode & S_IWOTH != 0
    guard let found = isOpen ? "every user may write" : stranger.map({ Self.words($0, status) }) else { return }
    throw TrustError(
      place: place, field: "access control list", found: found, wanted: "only root and user \(user) may write",
      advice: "setfacl -b \(place) && chmod go-w \(place)")
  }

  private static func words(_ party: AccessList.Party, _ status: stat) -> String {
    switch party {
    case .user(let id): "user \(id) may write"
    case .owningGroup: "group \(status.st_gid) may write"
    case .group(let id): "group \(id) may write"
    }
  }
}

/// The reason why a file is not trusted.
struct TrustError: Error, Equatable, Sendable {
  /// The file or folder in question.
  var place: String
  /// The property in question: `owner`, `mode`, `kind`, `identity`, `sha256`, `open`.
  var field: String
  /// The value found.
  var found: String
  /// The value expected.
  var wanted: String
  /// The advice to the user.
  var advice: String
}
