internal import CConfinement
internal import Glibc

/// What a helper process is started for: to load one library, ask its code who it is, say so, and be gone.
package struct ScanTask: Sendable {
  /// The descriptor that the answer goes to: standard output is the library's.
  static let resultDescriptor: CInt = 3

  private let file: String
  private let parent: CInt
  let nonce: String

  init(file: String, parent: CInt, nonce: String) {
    self.file = file
    self.parent = parent
    self.nonce = nonce
  }

  /// Reads the arguments of the process; nil when a host did not start it.
  package init?(arguments: [String]) {
    guard arguments.count == 5, arguments[1] == "scan", arguments[2].hasPrefix("/"), let parent = CInt(arguments[3]) else { return nil }
    self.init(file: arguments[2], parent: parent, nonce: arguments[4])
  }

  /// The arguments of the process that `program` becomes.
  func arguments(program: String) -> [String] { [program, "scan", file, "\(parent)", nonce] }

  /// Does it, and answers the exit code.
  package func run() -> CInt {
    guard hookswitch_confine(parent, UInt32(Self.resultDescriptor) + 1) == 0 else { return 1 }
    // The first step is said before the file is touched: whatever fails from here on is the file's.
    guard let identity = FileIdentity.of(file) else { return 1 }
    let opening = ModuleOpening(path: file, identity: identity, progress: { say(.step($0)) })
    do throws(TransportRefusal) {
      say(.record(ScanRecord(try opening.open())))
    } catch {
      say(.refusal(error))
    }
    return 0
  }

  private func say(_ message: ScanMessage) {
    var rest = Array(message.line(nonce: nonce).utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(Self.resultDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
