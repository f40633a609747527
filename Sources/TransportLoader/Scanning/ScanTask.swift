internal import CConfinement
internal import Glibc

/// The task of a helper process: load one library, read its descriptors, report them, and exit.
package struct ScanTask: Sendable {
  /// The descriptor for the answer; standard output is left to the library.
  static let resultDescriptor: CInt = 3
  /// The exit code of a process that ran all its destructors.
  static let finishedCode: CInt = 86

  private let file: String
  /// The identity of the judged file; `-` for any file at the path.
  private let identity: String
  private let parent: CInt
  let nonce: String
  /// True when the library may be loaded in a separate PID namespace, where the system allows one.
  private let mayIsolate: Bool

  init(file: String, identity: FileIdentity?, parent: CInt, nonce: String, mayIsolate: Bool = true) {
    self.init(file: file, identity: identity.map(Self.words) ?? "-", parent: parent, nonce: nonce, mayIsolate: mayIsolate)
  }

  private init(file: String, identity: String, parent: CInt, nonce: String, mayIsolate: Bool) {
    self.file = file
    self.identity = identity
    self.parent = parent
    self.nonce = nonce
    self.mayIsolate = mayIsolate
  }

  /// Parses the arguments of the process; nil when a host did not start it.
  package init?(arguments: [String]) {
    guard arguments.count == 7, arguments[1] == "scan", arguments[2].hasPrefix("/"), let parent = CInt(arguments[4]),
      let confinement = Confinement(rawValue: arguments[6])
    else { return nil }
    self.init(file: arguments[2], identity: arguments[3], parent: parent, nonce: arguments[5], mayIsolate: confinement == .namespace)
  }

  /// The arguments for starting `program` with this task.
  func arguments(program: String) -> [String] {
    [program, "scan", file, identity, "\(parent)", nonce, (mayIsolate ? Confinement.namespace : .filter).rawValue]
  }

  private static func words(_ identity: FileIdentity) -> String { "\(identity.words):\(identity.changed)" }

  /// The isolation of the library from other processes.
  private enum Confinement: String {
    /// A PID namespace where the system allows one, otherwise a filter.
    case namespace
    case filter
  }

  /// Runs the task in a child of this process, and ends both.
  ///
  /// The destructors run too: a library that crashes or hangs in them would do so to the host at its end.
  package func run() -> Never {
    let rights = mayIsolate ? CInt(HOOKSWITCH_MAY_ISOLATE) : 0
    guard hookswitch_confine(parent, UInt32(Self.resultDescriptor) + 1, rights) == 0 else { _exit(1) }
    // The first step is reported before the file is read: later failures are the file's.
    say(.step("dlopen"))
    do throws(TransportRefusal) {
      // Judged again here: only these bytes run, even if the file is replaced meanwhile.
      let library = try JudgedLibrary(reading: file, policy: .current)
      guard identity == "-" || identity == Self.words(library.identity) else {
        throw TransportRefusal(
          .replaced, file: file, field: "identity", [.init("file", "another file than the checked one"), .init("host", "the same")],
          advice: "try again when its installation is over")
      }
      let opening = ModuleOpening(library: library, progress: { say(.step($0)) })
      say(.record(ScanRecord(try opening.open())))
    } catch {
      say(.refusal(error))
      _exit(0)
    }
    say(.step("destructors"))
    exit(Self.finishedCode)
  }

  private func say(_ message: ScanMessage) {
    var rest = Array(message.line(nonce: nonce).utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(Self.resultDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // The host has closed the pipe and no longer needs the result.
      guard count > 0 else { _exit(0) }
      rest = rest.dropFirst(count)
    }
  }
}
