internal import CLinux
internal import Glibc

/// An error of a door before it is open.
package enum DoorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another daemon holds the lock; `pid` is nil when its file does not tell.
  case alreadyRunning(lock: String, pid: Int32?)
  /// A file or a system call failed.
  case cannot(String)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .alreadyRunning(let lock, let pid):
      "another daemon is running\(pid.map { " as process \($0)" } ?? ""): it holds \(lock); stop it, or choose another socket"
    case .cannot(let text): text
    }
  }

  /// An error with the reason in `errno`.
  static func failed(_ what: String, remedy: String? = nil) -> DoorError {
    let reason = String(cString: strerror(errno))
    return .cannot("\(what): \(reason.prefix(1).lowercased() + reason.dropFirst())\(remedy.map { "; " + $0 } ?? "")")
  }
}

/// The lock that allows one daemon at a time for a socket.
///
/// It is a `flock` on a file beside the socket, which contains the holder's pid. The kernel releases it with the process, so that a lock is
/// never left behind. Only the holder of the lock may remove a socket that an earlier daemon left behind. The file stays: a daemon that
/// removed it could remove the lock of the next one.
package final class HostLock: Sendable {
  /// The lock's file.
  package let path: String
  private let descriptor: CInt

  /// Returns the lock's file for a socket: `host.lock` for `host.sock`.
  ///
  /// - Parameter socket: the socket's path.
  package static func path(beside socket: String) -> String {
    (socket.hasSuffix(".sock") ? String(socket.dropLast(5)) : socket) + ".lock"
  }

  /// Takes the lock of a socket, and creates the folder of both with mode 0700 when it is missing.
  ///
  /// - Parameter socket: the socket's path.
  /// - Throws: `alreadyRunning` with the pid of the holder, or `cannot`.
  package convenience init(beside socket: String) throws(DoorError) { try self.init(file: Self.path(beside: socket)) }

  /// Takes a lock, and creates its folder with mode 0700 when it is missing.
  ///
  /// - Parameter path: the lock's file.
  /// - Throws: `alreadyRunning` with the pid of the holder, or `cannot`.
  package init(file path: String) throws(DoorError) {
    try SocketFile.makeFolder(of: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .failed("cannot open the lock \(path)", remedy: "run the daemon as its owner") }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isTaken = errno == EWOULDBLOCK
      let pid = isTaken ? Self.holder(descriptor) : nil
      let failure = DoorError.failed("cannot lock \(path)")
      close(descriptor)
      throw isTaken ? .alreadyRunning(lock: path, pid: pid) : failure
    }
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
      let failure = DoorError.failed("cannot write the lock \(path)")
      close(descriptor)
      throw failure
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads the pid of the holder, who may be about to write it.
  private static func holder(_ descriptor: CInt) -> Int32? {
    for _ in 0..<20 {
      var text = [UInt8](repeating: 0, count: 16)
      let count = pread(descriptor, &text, text.count, 0)
      if count > 0, let pid = Int32(String(decoding: text[..<count].prefix { $0 != 10 }, as: UTF8.self)) { return pid }
      poll(nil, 0, 5)
    }
    return nil
  }
}
