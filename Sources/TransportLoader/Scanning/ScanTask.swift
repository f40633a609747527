internal import CConfinement
internal import Glibc

/// What a helper process is started for: to load one library, ask its code who it is, say so, and be gone.
package struct ScanTask: Sendable {
  /// The descriptor that the answer goes to: standard output is the library's.
  static let resultDescriptor: CInt = 3
  /// The exit code of a process whose destructors have all run.
  static let finishedCode: CInt = 86

  private let file: String
  private let parent: CInt
  let nonce: String
  /// Whether the library may be met in a PID namespace of its own, where the system allows one.
  private let mayIsolate: Bool

  init(file: String, parent: CInt, nonce: String, mayIsolate: Bool = true) {
    self.file = file
    self.parent = parent
    self.nonce = nonce
    self.mayIsolate = mayIsolate
  }

  /// Reads the arguments of the process; nil when a host did not start it.
  package init?(arguments: [String]) {
    guard arguments.count == 6, arguments[1] == "scan", arguments[2].hasPrefix("/"), let parent = CInt(arguments[3]),
      let confinement = Confinement(rawValue: arguments[5])
    else { return nil }
    self.init(file: arguments[2], parent: parent, nonce: arguments[4], mayIsolate: confinement == .namespace)
  }

  /// The arguments of the process that `program` becomes.
  func arguments(program: String) -> [String] {
    [program, "scan", file, "\(parent)", nonce, (mayIsolate ? Confinement.namespace : .filter).rawValue]
  }

  /// How the library is kept from other processes.
  private enum Confinement: String {
    /// In a PID namespace where the system allows one, and else by a filter.
    case namespace
    case filter
  }

  /// Does it in a child of this process, and ends both.
  ///
  /// The destructors run too: a library that dies or hangs in them would take a host with it when that ends.
  package func run() -> Never {
    guard hookswitch_confine(parent, UInt32(Self.resultDescriptor) + 1, mayIsolate ? 1 : 0) == 0 else { _exit(1) }
    // The first step is said before the file is touched: whatever fails from here on is the file's.
    guard let identity = FileIdentity.of(file) else { _exit(1) }
    let opening = ModuleOpening(path: file, identity: identity, progress: { say(.step($0)) })
    do throws(TransportRefusal) {
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
      // Nobody hears what comes of it any more.
      guard count > 0 else { _exit(0) }
      rest = rest.dropFirst(count)
    }
  }
}
