internal import Locking

/// The shared objects that this process has opened, identified by file: two names of one file are one module.
enum ModuleRegistry {
  private static let modules = Locked<[LoadedModule]>([])

  /// The time-out for opening, negotiating and loading together, in milliseconds.
  static let patience: Int32 = 5000

  /// Returns the module of the judged file, and opens it if needed.
  ///
  /// - Parameter judge: reads and judges the file once more; its result is loaded.
  static func open(
    path: String, identity: FileIdentity, patience: Int32 = Self.patience, judge: () throws(TransportRefusal) -> JudgedLibrary
  ) throws(TransportRefusal) -> LoadedModule {
    if let module = modules.withLock({ $0.first { $0.identity.hasContent(of: identity) } }) { return module }
    if let module = modules.withLock({ $0.first { $0.path == path } }) {
      throw TransportRefusal(
        .replaced, file: path, field: "identity",
        [.init("loaded", "\(module.identity.size) bytes"), .init("file", "\(identity.size) bytes, or another time")],
        advice: "restart the host: it has loaded the earlier file")
    }
    // While another file holds the linker, fail at once instead of waiting again.
    if let holder = LinkedLibrary.holder(for: patience) { throw held(path, by: holder, patience) }
    let library = try judge()
    let progress = Locked(TransportRefusal.linking)
    let opening = ModuleOpening(library: library, progress: { step in progress.withLock { $0 = step } })
    let outcome = BoundedCall.run("transport-load", milliseconds: patience) { () -> Result<LoadedModule, TransportRefusal> in
      Result { () throws(TransportRefusal) in try opening.open() }
    }
    guard let outcome else {
      let step = progress.withLock { $0 }
      if step == TransportRefusal.linking { throw held(path, by: LinkedLibrary.holder(for: 0) ?? path, patience) }
      throw TransportRefusal(
        .late, file: path, field: step, [.init("transport", "nothing for \(patience) ms"), .init("host", "an answer")],
        advice: "tell the transport's author; the thread that it holds is lost until the host restarts")
    }
    let module = try outcome.get()
    return modules.withLock { modules in
      // When two threads opened it at once, both loads count, and the first module is used.
      if let first = modules.first(where: { $0.identity.hasContent(of: identity) }) { return first }
      modules.append(module)
      return module
    }
  }

  /// The refusal of a library that cannot be opened because `holder`, itself or another library, holds the linker.
  private static func held(_ path: String, by holder: String, _ patience: Int32) -> TransportRefusal {
    let claim: TransportRefusal.Claim =
      holder == path
      ? .init("host", "that its constructors, or those of a library that it needs, have not returned for \(patience) ms")
      : .init("host", "that the constructors of \(holder) have not returned and hold the dynamic linker")
    let name = holder == path ? "it" : holder
    return TransportRefusal(
      .late, file: path, field: TransportRefusal.linking, [claim],
      advice: "remove \(name), restart the host and tell its author: this process can load nothing more")
  }
}
