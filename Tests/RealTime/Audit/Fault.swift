import CRealTimeGuard
import CallAudio
import Glibc

/// A forbidden action to perform on the audio thread, which the audit must detect.
enum Fault: String, CaseIterable {
  case none
  case allocation
  case free
  case lock
  case write
  case systemCall = "system-call"

  /// The clock that performs it.
  var clock: MediaClock? {
    switch self {
    case .none: nil
    case .allocation: MediaClock(rt_plant_allocation, context: nil)
    // `init` of `Audit` allocated this memory, before the thread was watched.
    case .free: MediaClock(rt_plant_free, context: nil)
    case .lock: MediaClock(rt_plant_lock, context: nil)
    case .write: MediaClock(rt_plant_write, context: nil)
    case .systemCall: MediaClock(rt_plant_system_call, context: nil)
    }
  }

  /// The counter that must report it; nil when none may.
  var kind: UInt32? {
    switch self {
    case .none: nil
    case .allocation: UInt32(RT_ALLOCATION)
    case .free: UInt32(RT_FREE)
    case .lock: UInt32(RT_LOCK)
    case .write: UInt32(RT_WRITE)
    case .systemCall: UInt32(RT_SYSTEM_CALL)
    }
  }

  /// Runs the audit in a child process, and returns true when it detects exactly the fault.
  func isJudgedRightly() -> Bool {
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("/proc/self/exe"), strdup(rawValue)]
    defer { for word in words { Glibc.free(word) } }
    words.append(nil)
    guard posix_spawn(&child, "/proc/self/exe", nil, nil, words, environ) == 0 else { return false }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let isRight = status == (self == .none ? 0 : 1 << 8)
    let wanted = self == .none ? "nothing is found on the audio thread" : "a planted \(rawValue) is found on the audio thread"
    print("\(isRight ? "ok    " : "FAILED") \(wanted)")
    return isRight
  }
}
