package import CallDirectory
internal import CallStore
internal import HostSurface
internal import StrictJSON

// The methods of call directories.
extension HostService {
  /// Answers `directory.list`, `get`, `setEnabled`, `cancel` and `lookup`.
  func directoryAnswer(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    guard let directories else { return try withoutDirectories(parameters) }
    let id = parameters.method == .directoryList || parameters.method == .directoryLookup ? "" : parameters.text("directory")
    switch parameters.method {
    case .directoryList: return .object(of: ["directories": .array(directories.list)])
    case .directoryLookup: return try lookup(parameters.text("number"), directories)
    case .directorySetEnabled: _ = directories.setEnabled(id, parameters.bool("enabled"))
    case .directoryCancel: _ = directories.cancel(id)
    default: break
    }
    guard let directory = directories.directory(id) else { throw MemoryMethods.notFound("directory", id) }
    return directory
  }

  /// Answers the methods in a host without directories.
  private func withoutDirectories(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    switch parameters.method {
    case .directoryList: return memory.directoryList(parameters)
    case .directoryLookup: return memory.directoryLookup(parameters)
    default: return try memory.directoryOther(parameters)
    }
  }

  private func lookup(_ text: String, _ directories: DirectoryKeeper) throws(MethodError) -> JSONValue {
    let normal = settings.store?.normalNumber(text) ?? text
    var entries: [(id: String, entry: DirectoryTable.Entry)] = []
    let numbers = [DirectoryShelf.number(normal), DirectoryShelf.digits(text)].compactMap { $0 }
    guard !numbers.isEmpty else { throw MemoryMethods.wrong("/number", "telephone number, such as +12025550100") }
    // Digits without + are the region's number, or else E.164 as records have it.
    for number in numbers where entries.isEmpty { entries = directories.entries(of: number) }
    return .object(of: [
      "entries": .array(
        entries.map { id, entry in
          .object(of: ["directory": .string(id), "blocked": .bool(entry.isBlocked), "labels": .strings(entry.labels)])
        })
    ])
  }

  /// Answers `directory.reload`; a load that fails is `rejected`, with its report.
  func reloadDirectory(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    let id = parameters.text("directory")
    guard let directories, directories.directory(id) != nil else { throw MemoryMethods.notFound("directory", id) }
    let report = await directories.reload(id, isFull: parameters.bool("full"), waits: parameters.bool("wait"))
    guard let error = report.error else { return report.json }
    let word: ErrorWord =
      switch error.code {
      case .currentlyLoading: .unavailable
      case .extensionDisabled: .wrongState
      default: .rejected
      }
    throw MethodError(
      word, "\(id): \(error)",
      [
        "why": .string(error.code.rawValue), "what": "directory", "name": .string(id), "reason": .string(error.message),
        "at": .string(error.line.map { "line \($0)" } ?? "source"), "report": report.json,
      ])
  }

  /// Takes the directories of a configuration, and loads those that need it.
  ///
  /// - Parameter all: the directories, in their order.
  package func setDirectories(_ all: [DirectorySettings]) { directories?.configure(all) }

  /// The functions by which the directories tell their changes.
  var directoryReceivers: DirectoryKeeper.Receivers {
    DirectoryKeeper.Receivers(
      tell: { [weak self] id, value in
        self?.publish { $0.log.set(StateKey(.directory, id), to: value.map { StateContent($0) }) }
      },
      log: { [weak self] isWarning, text in self?.settings.surroundings.takeLine?(isWarning ? .warning : .info, "directory", text) },
      problem: { [weak self] id, text in self?.setProblem("directory", id, text) })
  }
}
