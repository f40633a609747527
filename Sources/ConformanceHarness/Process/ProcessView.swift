internal import CConformance
internal import Glibc

/// The resources of a process at one moment that a plugin could leave behind.
package struct ProcessView: Hashable, Sendable {
  /// Open descriptors, with their targets.
  package var descriptors: [CInt: String] = [:]
  /// Its threads by number, with their names.
  var threads: [Int: String] = [:]
  /// Its children.
  package var children: Set<Int> = []
  /// The files in the watched folders, at any depth.
  package var files: Set<String> = []
  /// The number of its threads.
  package var threadCount: Int { threads.count }

  /// Inspects this process; `folders` are those where files may be left, at any depth.
  package static func now(folders: [String] = []) -> ProcessView {
    var view = ProcessView()
    let folder = ExecutorProcess.folder
    for name in FileBytes.names(in: "\(folder)/fd") {
      guard let fd = CInt(name), ExecutorProcess.isUsed || fcntl(fd, F_GETFD) >= 0 else { continue }
      view.descriptors[fd] = link("\(folder)/fd/\(fd)") ?? "?"
    }
    // The guard leaves out the descriptor that read the folder: it is closed by now.
    for name in FileBytes.names(in: "\(folder)/task") {
      guard let thread = Int(name) else { continue }
      let title = FileBytes.read("\(folder)/task/\(name)/comm").map { String(decoding: $0.dropLast(), as: UTF8.self) }
      view.threads[thread] = title ?? "?"
      let children = FileBytes.read("\(folder)/task/\(name)/children").map { String(decoding: $0, as: UTF8.self) } ?? ""
      view.children.formUnion(children.split(separator: " ").compactMap { Int($0) })
    }
    view.leaveOutHelpers()
    view.files = FileTree.paths(in: folders)
    return view
  }

  /// The numbers of all threads in the plugin's process, with those that serve threads of the kit.
  package static var threadNumbers: Set<String> { Set(FileBytes.names(in: "\(ExecutorProcess.folder)/task")) }

  /// Leaves out the threads that serve threads of the kit in the plugin's process: no more than there are.
  private mutating func leaveOutHelpers() {
    let helpers = threads.filter { $0.value == HOOKSWITCH_APART_THREAD }.keys.sorted()
    for thread in helpers.prefix(Int(hookswitch_apart_threads())) { threads[thread] = nil }
  }

  /// Returns the descriptors that are new since the earlier view, as readable text.
  package func newDescriptors(since earlier: ProcessView) -> [String] {
    descriptors.filter { earlier.descriptors[$0.key] != $0.value }.sorted { $0.key < $1.key }.map { "fd \($0.key) (\($0.value))" }
  }

  /// Returns the threads that are new since the earlier view, as readable text.
  package func newThreads(since earlier: ProcessView) -> [String] {
    threads.filter { earlier.threads[$0.key] == nil }.sorted { $0.key < $1.key }.map { "thread \($0.key) (\($0.value))" }
  }

  /// Returns the child processes that are new since the earlier view, as readable text.
  package func newChildren(since earlier: ProcessView) -> [String] {
    children.subtracting(earlier.children).sorted().map { "process \($0)" }
  }

  /// Returns the files that are new since the earlier view.
  package func newFiles(since earlier: ProcessView) -> [String] { files.subtracting(earlier.files).sorted() }

  /// Returns the target of a descriptor, as in `socket:[123]`.
  static func target(of descriptor: CInt) -> String { link("\(ExecutorProcess.folder)/fd/\(descriptor)") ?? "?" }

  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count - 1)
    return count < 0 ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The side effects that code must not have merely by being loaded.
package struct SideEffects: Sendable {
  private let view: ProcessView
  private let environment: [String]
  private let handlers: [Int32: UInt]
  /// The signals with handlers, and those that are ignored, as the kernel has them.
  private let dispositions: [String]

  /// Inspects this process.
  package static func now() -> SideEffects {
    SideEffects(view: .now(), environment: currentEnvironment(), handlers: currentHandlers(), dispositions: currentDispositions())
  }

  /// Returns the changes since the earlier inspection, as readable text.
  package func since(_ earlier: SideEffects) -> [String] {
    view.newThreads(since: earlier.view) + view.newDescriptors(since: earlier.view) + view.newChildren(since: earlier.view)
      + handlers.filter { earlier.handlers[$0.key] != $0.value }.keys.sorted().map { "a handler for signal \($0)" }
      + Set(dispositions).symmetricDifference(earlier.dispositions).sorted().map { "another set of signals (\($0))" }
      + Set(environment).symmetricDifference(earlier.environment).sorted().map {
        "the environment variable \($0.prefix { $0 != "=" })"
      }
  }

  /// The environment of the process, as in `HOME=/root`.
  package static var variables: [String] { currentEnvironment() }

  private static func currentEnvironment() -> [String] {
    guard !ExecutorProcess.isUsed else { return environmentThere() }
    var texts: [String] = []
    var next = hookswitch_harness_environment()
    while let text = next?.pointee {
      texts.append(String(cString: text))
      next = next?.successor()
    }
    return texts
  }

  private static func currentHandlers() -> [Int32: UInt] {
    Dictionary(uniqueKeysWithValues: (Int32(1)...64).map { ($0, ExecutorProcess.handler(of: $0)) })
  }

  /// Copies the environment from the memory of the plugin's process.
  private static func environmentThere() -> [String] {
    guard let place = hookswitch_harness_environment_place() else { return [] }
    var texts: [String] = []
    guard var next = ForeignMemory.load(place, as: UnsafeRawPointer?.self) else { return [] }
    while texts.count < mostVariables, let text = ForeignMemory.load(next, as: UnsafePointer<CChar>?.self) {
      texts.append(ForeignMemory.characters(text, limit: longestVariable))
      next += MemoryLayout<UInt>.size
    }
    return texts
  }

  private static let mostVariables = 4096
  private static let longestVariable = 1 << 16

  private static func currentDispositions() -> [String] {
    let status = String(decoding: FileBytes.read("\(ExecutorProcess.folder)/status") ?? [], as: UTF8.self)
    return status.split(separator: "\n").filter { $0.hasPrefix("SigCgt:") || $0.hasPrefix("SigIgn:") }.map {
      $0.split(separator: "\t").joined(separator: " ")
    }
  }
}
