internal import CLtdlShim
internal import Locking

/// A plugin's file in the process, bound at once and never unmapped, and the address of its one symbol.
package struct LinkedLibrary: Sendable {
  /// The lock around every call of the shim, since libltdl is not thread-safe; its value lists the libraries opened from copies.
  ///
  /// Constructors of the file run under it, and can call nothing that takes it.
  private static let libltdl = Locked<[(library: LinkedLibrary, symbol: String, identity: FileIdentity)]>([])

  /// The file that libltdl is opening and the start time; it holds the dynamic linker's lock until its constructors return.
  private static let opening = Locked<(path: String, since: UInt64)?>(nil)

  /// The file that has held the dynamic linker for `milliseconds` or longer; nil without one.
  ///
  /// Meanwhile `dlopen`, `dlsym`, `dladdr` and `exit` hang on every thread of the process.
  static func holder(for milliseconds: Int32) -> String? {
    guard let (path, since) = opening.withLock({ $0 }) else { return nil }
    return LoopClock.awake() - since >= UInt64(milliseconds) * 1_000_000 ? path : nil
  }

  /// The address of the entry function.
  package let entry: UInt
  private let handle: UInt

  /// Opens the file at `path`, by its real path, as it is now.
  /// - Throws: the dynamic linker's message, or that the symbol is not the one of the contract.
  package init(path: String) throws(TransportRefusal) {
    guard let identity = FileIdentity.of(path) else {
      throw TransportRefusal(.missing, file: path, field: "file", [.init("host", "no such file")], advice: "build it first")
    }
    try self.init(path: path, identity: identity)
  }

  /// Opens a judged library from its judged bytes, after the libraries that it needs.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - symbol: the name of the entry function.
  init(_ library: JudgedLibrary, symbol: String = TransportJudge.entrySymbol) throws(TransportRefusal) {
    let outcome: Result<LinkedLibrary, TransportRefusal> = Self.libltdl.withLock { opened in
      // Two names of one file, and two threads at once, get one image.
      if let known = opened.first(where: { $0.symbol == symbol && $0.identity.hasContent(of: library.identity) }) {
        return .success(known.library)
      }
      let linked = Self.holding(library.path) {
        Result { () throws(TransportRefusal) in
          try ClosureLoading(library).open { path, copy, identity throws(TransportRefusal) in
            try Self.open(path: path, copy: copy, identity, symbol: symbol)
          }
        }
      }
      if case .success(let linked) = linked { opened.append((linked, symbol, library.identity)) }
      return linked
    }
    self = try outcome.get()
  }

  /// Opens the file as it is now, without judging it.
  private init(path: String, identity: FileIdentity) throws(TransportRefusal) {
    let outcome = Self.libltdl.withLock { _ in
      Self.holding(path) { Result { () throws(TransportRefusal) in try Self.open(path: path, copy: -1, identity) } }
    }
    self = try outcome.get()
  }

  /// Notes that the file at `path` is being opened while `body` runs.
  private static func holding<Outcome>(_ path: String, _ body: () -> Outcome) -> Outcome {
    opening.withLock { $0 = (path, LoopClock.awake()) }
    defer { opening.withLock { $0 = nil } }
    return body()
  }

  private init(entry: UInt, handle: UInt) {
    self.entry = entry
    self.handle = handle
  }

  /// Opens the file at `path`, or its judged copy, under the lock.
  private static func open(
    path: String, copy: CInt, _ identity: FileIdentity, symbol: String = TransportJudge.entrySymbol
  ) throws(TransportRefusal) -> LinkedLibrary {
    let linked: Result<LinkedLibrary, OpenError> = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text in
      text[0] = 0
      guard let handle = hookswitch_ltdl_open(path, copy, identity.device, identity.inode, text.baseAddress, text.count) else {
        return .failure(OpenError(field: "dlopen", text: String(cString: text.baseAddress!)))
      }
      guard let address = hookswitch_ltdl_function(handle, symbol, text.baseAddress, text.count) else {
        hookswitch_ltdl_close(handle)
        return .failure(OpenError(field: symbol, text: String(cString: text.baseAddress!)))
      }
      return .success(LinkedLibrary(entry: UInt(bitPattern: address), handle: UInt(bitPattern: handle)))
    }
    do {
      return try linked.get()
    } catch {
      throw TransportRefusal(
        error.field == "dlopen" ? .unloadable : .noEntry, file: path, field: error.field, [.init("linker", error.text)],
        advice: "install what it needs, or build it again")
    }
  }

  private struct OpenError: Error {
    var field: String
    var text: String
  }

  /// Releases one reference to the file; its code stays mapped.
  package func close() {
    guard let pointer = UnsafeMutableRawPointer(bitPattern: handle) else { return }
    Self.libltdl.withLock { _ in hookswitch_ltdl_close(pointer) }
  }
}
