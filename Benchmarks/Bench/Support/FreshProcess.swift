import FoundationEssentials
import Glibc

/// Runs this program in a new process.
enum FreshProcess {
  /// Returns the number that the process prints.
  static func number(_ arguments: [String]) throws -> Double {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TrafficError("cannot create a pipe: errno \(errno)") }
    // The child has the write end as standard output. A second open copy of it would keep the pipe from reaching its end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)

    var words = (["/proc/self/exe"] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child: pid_t = 0
    let failure = posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ)
    close(ends[1])
    guard failure == 0 else { throw TrafficError("cannot start a process: errno \(failure)") }

    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(ends[0], &bytes, bytes.count)
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0, count > 0, let number = Double(String(decoding: bytes[..<(count - 1)], as: UTF8.self)) else {
      throw TrafficError("the process for \(arguments.joined(separator: " ")) did not report its number")
    }
    return number
  }
}
