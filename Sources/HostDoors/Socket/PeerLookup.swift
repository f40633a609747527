internal import CLinux
internal import Glibc
internal import HostService

extension SocketSettings {
  static var currentUser: UInt32 { geteuid() }
}

/// The groups of users, from the system's databases.
enum UserGroups {
  /// Returns the id of a group.
  static func id(of name: String) throws(DoorError) -> gid_t {
    guard let id = find(name) else { throw .cannot("there is no group \(name): make it with `groupadd --system \(name)`") }
    return id
  }

  /// Returns the id of a group; nil when there is none.
  static func find(_ name: String) -> gid_t? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 64 << 10)
    guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }

  /// Returns true when a user's primary or supplementary groups contain a group.
  static func contains(_ group: gid_t, user: uid_t) -> Bool {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else { return false }
    var groups = [gid_t](repeating: 0, count: 1_024)
    var count = CInt(groups.count)
    // A user of more groups is in the first of them all the same.
    _ = getgrouplist(name, entry.pw_gid, &groups, &count)
    return groups.prefix(Int(max(0, min(count, 1_024)))).contains(group)
  }
}

/// The process at the other end of a connection, as the kernel saw it connect.
struct PeerProcess {
  let pid: Int32
  let uid: UInt32
  let gid: UInt32
  /// The process itself, which a pid alone does not identify; -1 where the kernel lacks pidfds.
  ///
  /// The receiver closes it.
  let pidfd: CInt

  /// The sandbox of a process of which nothing can be found out.
  static let unknownSandbox = "unknown"

  /// Reads the peer of a connected socket; nil when the kernel does not tell.
  init?(socket: CInt) {
    var peer = hookswitch_peer()
    guard hookswitch_get_peer(socket, &peer) == 0 else { return nil }
    (pid, uid, gid) = (peer.pid, peer.uid, peer.gid)
    let exact = hookswitch_get_peer_pidfd(socket)
    pidfd = exact >= 0 ? exact : hookswitch_open_pidfd(peer.pid)
  }

  /// Returns the peer for the service, and closes the pidfd.
  ///
  /// It reads the system's databases, which may take long.
  ///
  /// - Parameter group: the group whose members the peer's rights name; nil for none.
  func peer(group: String?) -> Peer {
    defer { if pidfd >= 0 { close(pidfd) } }
    var peer = Peer(.socket, uid: uid)
    if let group, uid != 0, let id = UserGroups.find(group) { peer.isInGroup = gid == id || UserGroups.contains(id, user: uid) }
    // The root of another user's process cannot be read; a sandbox of that user does not show our socket by default.
    if uid == geteuid() || geteuid() == 0 { peer.sandbox = sandbox }
    return peer
  }

  /// The id of the Flatpak app; nil for a process without a sandbox.
  ///
  /// A process that hides or is gone gets `unknownSandbox`, because a sandboxed program could do so to appear as its user.
  private var sandbox: String? {
    let info = FlatpakInfo.read(root: "/proc/\(pid)/root")
    guard pidfd >= 0 else { return info }
    // A pidfd can be read when its process has ended: the pid, and with it the folder, may then be another's.
    var ended = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
    return poll(&ended, 1, 0) == 0 ? info : Self.unknownSandbox
  }
}

/// The file by which Flatpak tells about a sandbox.
package enum FlatpakInfo {
  /// Returns the id of the app whose root folder this is; nil when there is no sandbox.
  ///
  /// - Parameter root: the root folder of the process.
  static func read(root: String) -> String? {
    let folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return PeerProcess.unknownSandbox }
    defer { close(folder) }
    let file = openat(folder, ".flatpak-info", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return errno == ENOENT ? nil : PeerProcess.unknownSandbox }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return PeerProcess.unknownSandbox }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count < 0 ? PeerProcess.unknownSandbox : name(in: bytes[..<count]) ?? PeerProcess.unknownSandbox
  }

  /// Returns the app's id in a file of this kind: `name` of the group `Application`, or `runtime` of the group `Runtime`.
  ///
  /// - Parameter bytes: the file.
  package static func name(in bytes: some Sequence<UInt8>) -> String? {
    var group = ""
    for line in String(decoding: Array(bytes), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
      } else if let equals = line.firstIndex(of: "=") {
        let key = "\(group)/\(line[..<equals].filter { $0 != " " })"
        let value = line[line.index(after: equals)...].drop { $0 == " " }
        if key == "Application/name" || key == "Runtime/runtime", !value.isEmpty { return String(value) }
      }
    }
    return nil
  }
}
