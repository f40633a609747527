#if HOOKSWITCH_SIP
  import CRTPRival
  import FoundationEssentials
  import Glibc

  /// The far ends, in a process of their own: this program with `--rtp-rival CALLS SECONDS`.
  final class RTPRival {
    let ports: [UInt16]
    private var toRival: CInt
    private let fromRival: CInt
    private let child: pid_t
    private var isOver = false

    /// Starts the process, and returns once its ports are open.
    init(calls: Int, seconds: Int) throws {
      var (down, up): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
      guard pipe(&down) == 0, pipe(&up) == 0 else { throw TrafficError("cannot create a pipe: errno \(errno)") }
      for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO)
      // The child ends with this process, however this process ends.
      let me = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let arguments: [String] = ["setpriv", "--pdeathsig", "KILL", me, "--rtp-rival", "\(calls)", "\(seconds)"]
      var words = arguments.map { strdup($0) }
      defer { for word in words { free(word) } }
      words.append(nil)
      var child: pid_t = 0
      let failure = posix_spawnp(&child, "setpriv", &actions, nil, words, environ)
      close(down[0])
      close(up[1])
      guard failure == 0 else { throw TrafficError("cannot start a process: errno \(failure)") }
      (toRival, fromRival, self.child) = (down[1], up[0], child)
      var ports = [UInt16](repeating: 0, count: calls)
      guard Self.readAll(up[0], &ports) else { throw TrafficError("the far ends of calls got no ports: raise the limit of open files") }
      self.ports = ports
    }

    deinit {
      guard !isOver else { return }
      kill(child, SIGKILL)
      _ = reap()
    }

    /// Sends the process the destination ports of its calls, upon which it starts to send.
    func begin(sendingTo ports: [UInt16]) {
      ports.withUnsafeBytes { _ = write(toRival, $0.baseAddress, $0.count) }
      close(toRival)
      toRival = -1
    }

    /// Waits for the end of the process, and returns its figures.
    func finish() throws -> rtp_rival_figures {
      var figures = [rtp_rival_figures()]
      let isThere = Self.readAll(fromRival, &figures)
      guard reap() == 0, isThere else { throw TrafficError("the far ends of calls ended without their figures") }
      return figures[0]
    }

    /// Waits for the end of the process, and returns its status.
    private func reap() -> CInt {
      isOver = true
      if toRival >= 0 { close(toRival) }
      close(fromRival)
      var status: CInt = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return status
    }

    /// Runs the far ends in the child.
    static func run(calls: UInt32, seconds: UInt32) -> Never {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      exit(rtp_rival_run(calls, seconds, STDIN_FILENO, STDOUT_FILENO))
    }

    private static func readAll<Element: BitwiseCopyable>(_ descriptor: CInt, _ elements: inout [Element]) -> Bool {
      elements.withUnsafeMutableBytes { bytes in
        var at = 0
        while at < bytes.count {
          let count = read(descriptor, bytes.baseAddress.map { $0 + at }, bytes.count - at)
          guard count > 0 else { return false }
          at += count
        }
        return true
      }
    }
  }
#endif
