internal import CLinux
internal import Glibc

/// The socket that a door listens on: its own file, or a descriptor that systemd passed.
struct SocketFile {
  let descriptor: CInt
  /// The path and the inode of the file that the door made; nil for a socket that was passed.
  private let made: (path: String, device: UInt64, inode: UInt64)?

  /// Takes a socket that was passed and checked.
  init(passed descriptor: CInt) {
    self.descriptor = descriptor
    made = nil
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Makes the socket's file and listens on it.
  ///
  /// The caller holds the lock, so that a socket at the path was left behind.
  init(making settings: SocketSettings) throws(DoorError) {
    let path = settings.path
    try Self.makeFolder(of: path)
    try Self.removeStale(path)
    let group = try settings.group.map { (name) throws(DoorError) in try UserGroups.id(of: name) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | hookswitch_accept_flags, 0)
    guard descriptor >= 0 else { throw .failed("cannot make a socket") }
    do throws(DoorError) {
      // On Linux the mode of the socket is that of its file, so that the file never has a wider one.
      _ = fchmod(descriptor, mode_t(settings.mode) & 0o700)
      guard try SocketAddress(path).bind(descriptor) else {
        throw .failed("cannot make the socket \(path)", remedy: "check the folder's owner and mode")
      }
      if let group, chown(path, uid_t.max, group) != 0 {
        throw .failed("cannot give the socket \(path) to the group \(settings.group ?? "")", remedy: "run the daemon as a member of it")
      }
      guard chmod(path, mode_t(settings.mode)) == 0, listen(descriptor, 128) == 0 else { throw .failed("cannot listen on \(path)") }
      var status = stat()
      guard lstat(path, &status) == 0 else { throw .failed("cannot find the socket \(path)") }
      made = (path, UInt64(status.st_dev), UInt64(status.st_ino))
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  /// Closes the socket, and removes its file when it is still the one that was made.
  func close() {
    if let made {
      var status = stat()
      if lstat(made.path, &status) == 0, UInt64(status.st_dev) == made.device, UInt64(status.st_ino) == made.inode { unlink(made.path) }
    }
    Glibc.close(descriptor)
  }

  /// Makes the folder of a file with mode 0700, and its parents with mode 0755, where they are missing.
  static func makeFolder(of path: String) throws(DoorError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    var status = stat()
    if stat(folder, &status) == 0 { return }
    try makeParents(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .failed("cannot make the folder \(folder)") }
  }

  private static func makeParents(of folder: String) throws(DoorError) {
    guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return }
    let parent = String(folder[..<slash])
    var status = stat()
    if stat(parent, &status) == 0 { return }
    try makeParents(of: parent)
    guard mkdir(parent, 0o755) == 0 || errno == EEXIST else { throw .failed("cannot make the folder \(parent)") }
  }

  private static func removeStale(_ path: String) throws(DoorError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .cannot("cannot make the socket \(path): another file is there; remove it, or choose another path")
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .failed("cannot remove the old socket \(path)", remedy: "run the daemon as its owner")
    }
  }
}

/// The address of a local socket.
struct SocketAddress {
  private var address = sockaddr_un()

  /// Makes the address of a path; throws an error for a path that is too long.
  init(_ path: String) throws(DoorError) {
    let bytes = Array(path.utf8)
    // The last byte of the path is a NUL.
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard !bytes.isEmpty, bytes.count <= room, !bytes.contains(0) else {
      throw .cannot("cannot use the socket \(path): a socket's path has 1 to \(room) bytes; choose a shorter one")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Binds a socket to the address; false with `errno`.
  func bind(_ descriptor: CInt) -> Bool { apply { Glibc.bind(descriptor, $0, $1) == 0 } }

  /// Connects a socket to the address; false with `errno`.
  func connect(_ descriptor: CInt) -> Bool { apply { Glibc.connect(descriptor, $0, $1) == 0 } }

  private func apply(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
