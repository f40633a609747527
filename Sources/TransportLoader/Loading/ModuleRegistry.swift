internal import Locking

/// The shared objects that this process has opened, by the file that they are: two names of one file are one module.
enum ModuleRegistry {
  private struct Key: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  private static let modules = Locked<[Key: LoadedModule]>([:])

  /// How long opening, negotiating and loading may take together, in milliseconds.
  static let patience: Int32 = 5000

  /// The module of the judged file, opened if it is not yet.
  static func open(
    path: String, identity: FileIdentity, patience: Int32 = Self.patience
  ) throws(TransportRefusal) -> LoadedModule {
    let key = Key(device: identity.device, inode: identity.inode)
    if let module = modules.withLock({ $0[key] }) {
      guard module.identity.hasContent(of: identity) else {
        throw TransportRefusal(
          .replaced, file: path, field: "identity",
          [.init("loaded", "\(module.identity.size) bytes"), .init("file", "\(identity.size) bytes, or another time")],
          advice: "restart the host; install by writing aside and renaming, never in place")
      }
      return module
    }
    let progress = Locked("dlopen")
    let opening = ModuleOpening(path: path, identity: identity, progress: { step in progress.withLock { $0 = step } })
    let outcome = BoundedCall.run("transport-load", milliseconds: patience) { () -> Result<LoadedModule, TransportRefusal> in
      Result { () throws(TransportRefusal) in try opening.open() }
    }
    guard let outcome else {
      throw TransportRefusal(
        .late, file: path, field: progress.withLock { $0 }, [.init("transport", "nothing for \(patience) ms"), .init("host", "an answer")],
        advice: "tell the transport's author; the thread that it holds is lost until the host restarts")
    }
    let module = try outcome.get()
    return modules.withLock { modules in
      // Two that opened at once: both loads count, the first module stands.
      if let first = modules[key] { return first }
      modules[key] = module
      return module
    }
  }
}
