internal import CConfinement
internal import Glibc

/// What a helper process is started for: to load one library, ask its code who it is, say so, and be gone.
package struct ScanTask: Sendable {
  /// The descriptor that the answer goes to: standard output is the library's.
  static let resultDescriptor: CInt = 3
  /// The exit code of a process whose destructors have all run.
  static let finishedCode: CInt = 86

  private let file: String
  /// The file that was judged, in words; `-` for whichever is there.
  private let identity: String
  private let parent: CInt
  let nonce: String
  /// Whether the library may be met in a PID namespace of its own, where the system allows one.
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

  /// Reads the arguments of the process; nil when a host did not start it.
  package init?(arguments: [String]) {
    guard arguments.count == 7, arguments[1] == "scan", arguments[2].hasPrefix("/"), let parent = CInt(arguments[4]),
      let confinement = Confinement(rawValue: arguments[6])
    else { return nil }
    self.init(file: arguments[2], identity: arguments[3], parent: parent, nonce: arguments[5], mayIsolate: confinement == .namespace)
  }

  /// The arguments of the process that `program` becomes.
  func arguments(program: String) -> [String] {
    [program, "scan", file, identity, "\(parent)", nonce, (mayIsolate ? Confinement.namespace : .filter).rawValue]
  }

  private static func words(_ identity: FileIdentity) -> String { "\(identity.words):\(identity.changed)" }

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
    say(.step("dlopen"))
    do throws(TransportRefusal) {
      // Judged again where it is loaded: only these bytes are run, whatever becomes of the file meanwhile.
      let library = try JudgedLibrary(reading: file, policy: .current)
      guard identity == "-" || identity == Self.words(library.identity) else {
        throw TransportRefusal(
          .replaced, file: file, field: "identity", [.init("file", "another than was judged"), .init("host", "the same")],
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
      // Nobody hears what comes of it any more.
      guard count > 0 else { _exit(0) }
      rest = rest.dropFirst(count)
    }
  }
}
