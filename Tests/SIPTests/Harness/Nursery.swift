import CLinux
import Foundation
import Locking

/// The thread that starts all child processes.
///
/// The system ties a child's death signal to the thread that started it, and the threads of tasks and queues end.
final class Nursery: Sendable {
  static let shared = Nursery()

  private struct Birth: Sendable {
    var words: [String]
    var input: Int32
    var output: Int32
    var isBorn = DispatchSemaphore(value: 0)
    /// The child's process id, or a negated error number.
    var child = Locked<pid_t>(0)
  }

  private let births = Locked<[Birth]>([])
  private let work = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        work.wait()
        guard let birth = births.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
        let child = Self.spawn(birth)
        birth.child.withLock { $0 = child }
        birth.isBorn.signal()
      }
    }
  }

  /// Starts a child with these files as its input and output, and returns once it runs.
  func start(_ words: [String], input: Int32, output: Int32) throws -> pid_t {
    let birth = Birth(words: words, input: input, output: output)
    births.withLock { $0.append(birth) }
    work.signal()
    birth.isBorn.wait()
    let child = birth.child.withLock { $0 }
    guard child > 0 else { throw POSIXError(POSIXErrorCode(rawValue: -child) ?? .ENOEXEC) }
    return child
  }

  /// Uses posix_spawn, because the sanitizer reports Process's bookkeeping as a leak, and closes all other files in the child.
  private static func spawn(_ birth: Birth) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, birth.input, 0)
    posix_spawn_file_actions_adddup2(&files, birth.output, 1)
    posix_spawn_file_actions_adddup2(&files, birth.output, 2)
    hookswitch_close_from(&files, 3)
    // This thread inherits blocked signals from a queue's thread; the child must not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = birth.words.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    let error = posix_spawnp(&child, birth.words[0], &files, &attributes, &words, environ)
    return error == 0 ? child : -error
  }
}
