internal import CLtdlShim
internal import Locking

/// A plugin's file in the process, bound at once and mapped for good, and the address of its one symbol.
package struct LinkedLibrary: Sendable {
  /// libltdl has no threads of its own: one lock around every call of the shim.
  ///
  /// A constructor in the file runs under it; nothing that it could call leads back here.
  private static let libltdl = Locked(())

  /// Where the entry function is.
  package let entry: UInt
  private let handle: UInt

  /// Opens the file at `path`, by its real path, as it is now.
  /// - Throws: what the dynamic linker says, or that the symbol is not what the contract asks for.
  package init(path: String) throws(TransportRefusal) {
    guard let identity = FileIdentity.of(path) else {
      throw TransportRefusal(.missing, file: path, field: "file", [.init("host", "no such file")], advice: "build it first")
    }
    try self.init(path: path, identity: identity)
  }

  /// Opens the file that was judged.
  init(path: String, identity: FileIdentity) throws(TransportRefusal) {
    // The lock's value is the error's text, so that nothing borrowed leaves it.
    let linked: Result<(UInt, UInt), OpenError> = Self.libltdl.withLock { _ in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text in
        text[0] = 0
        guard let handle = hookswitch_ltdl_open(path, identity.device, identity.inode, text.baseAddress, text.count) else {
          return .failure(OpenError(field: "dlopen", text: String(cString: text.baseAddress!)))
        }
        let symbol = TransportJudge.entrySymbol
        guard
          let address = hookswitch_ltdl_function(handle, symbol, identity.device, identity.inode, text.baseAddress, text.count)
        else {
          hookswitch_ltdl_close(handle)
          return .failure(OpenError(field: symbol, text: String(cString: text.baseAddress!)))
        }
        return .success((UInt(bitPattern: address), UInt(bitPattern: handle)))
      }
    }
    switch linked {
    case .success(let (address, handle)):
      entry = address
      self.handle = handle
    case .failure(let error):
      throw TransportRefusal(
        error.field == "dlopen" ? .unloadable : .noEntry, file: path, field: error.field, [.init("linker", error.text)],
        advice: "install what it needs, or build it again")
    }
  }

  private struct OpenError: Error {
    var field: String
    var text: String
  }

  /// Gives one count of the file back; its code stays mapped.
  package func close() {
    guard let pointer = UnsafeMutableRawPointer(bitPattern: handle) else { return }
    Self.libltdl.withLock { _ in hookswitch_ltdl_close(pointer) }
  }
}
