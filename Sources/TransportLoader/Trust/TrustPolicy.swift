internal import Glibc

/// Whose files are trusted: root's and the user's own, in folders that nobody else can write to.
///
/// Code that runs in the host's process is trusted wholly, so whoever can change the file, or put another in its place, must
/// be trusted wholly too.
struct TrustPolicy: Sendable {
  /// The user who is trusted beside root.
  var user: UInt32
  /// Whether a group's only member is that user, so that its write permission gives nothing away (a umask of 002).
  var isPrivateGroup: @Sendable (UInt32) -> Bool
  /// Takes owners and modes as they are: for reading about a file that will not be loaded.
  var judgesNothing = false

  /// Trusts root and the user that this process runs as.
  static let current: TrustPolicy = {
    let user = UInt32(geteuid())
    return TrustPolicy(user: user, isPrivateGroup: { PrivateGroup.isPrivate(group: $0, of: user) })
  }()

  /// Judges one part of a path by its status; `isFolder` says what it should be.
  func judge(_ status: stat, place: String, isFolder: Bool) throws(TrustError) {
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
    let groupWrites = status.st_mode & S_IWGRP != 0 && !isPrivateGroup(UInt32(status.st_gid))
    guard isSticky || !(othersWrite || groupWrites) else {
      let mode = "0" + String(status.st_mode & 0o7777, radix: 8)
      throw TrustError(
        place: place, field: "mode", found: mode, wanted: othersWrite ? "not writable by others" : "not writable by group \(status.st_gid)",
        advice: "chmod go-w \(place)")
    }
  }
}
