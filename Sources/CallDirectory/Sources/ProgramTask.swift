internal import CConfinement
internal import Glibc

/// The task of a helper process: become the program of a directory, confined as the first contact with a transport is.
package struct ProgramTask: Hashable, Sendable {
  /// The address space of a program, in bytes.
  static let memoryLimit: UInt64 = 1 << 30
  /// The exit code of a helper that cannot start the program, and the begin of the reason that it prints.
  static let notStarted: CInt = 127
  static let prefix = "hookswitch-helper: cannot start "
  static let niceness: CInt = 10
  private static let word = ["directory", "run"]

  private let parent: CInt
  private let network: Bool
  private let program: [String]

  init(parent: CInt, network: Bool, program: [String]) {
    (self.parent, self.network, self.program) = (parent, network, program)
  }

  /// Parses the arguments of the process; nil when a host did not start it for a directory.
  package init?(arguments: [String]) {
    guard arguments.count >= 6, Array(arguments[1...2]) == Self.word, let parent = CInt(arguments[3]), ["0", "1"].contains(arguments[4]),
      arguments[5].hasPrefix("/")
    else { return nil }
    self.init(parent: parent, network: arguments[4] == "1", program: Array(arguments[5...]))
  }

  /// The arguments for starting `helper` with this task.
  func arguments(helper: String) -> [String] { [helper] + Self.word + ["\(parent)", network ? "1" : "0"] + program }

  /// Becomes the program, in a child of this process that cannot outlive the host.
  package func run() -> Never {
    let flags = Int32(HOOKSWITCH_MAY_ISOLATE) | (network ? Int32(HOOKSWITCH_MAY_CONNECT) : 0)
    guard hookswitch_confine(parent, 3, flags) == 0 else { _exit(1) }
    errno = 0
    _ = nice(Self.niceness)
    _ = hookswitch_limit_address_space(Self.memoryLimit)
    var words: [UnsafeMutablePointer<CChar>?] = program.map { strdup($0) } + [nil]
    execv(program[0], &words)
    let text = "\(Self.prefix)\(program[0]): \(String(cString: strerror(errno)))\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    _exit(Self.notStarted)
  }
}
