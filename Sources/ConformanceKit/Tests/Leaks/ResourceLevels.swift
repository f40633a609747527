internal import ConformanceHarness
internal import Glibc

/// The amount of each resource that a process has at one moment, as far as a plugin could lose some of it.
struct ResourceLevels {
  /// A resource.
  enum Resource: String, CaseIterable {
    case descriptors, threads, children, files
    case posixTimers = "POSIX timers"
    case loopTimers = "timers on the loop"
    case watched = "watched descriptors"
    case blocks = "blocks of memory"
    case bytes = "bytes of memory"
    case mapped = "bytes of mapped memory"

    /// True for memory, of which rules say less than of the rest.
    var isMemory: Bool { self == .blocks || self == .bytes || self == .mapped }
  }

  private var counts: [Resource: Int] = [:]
  private let view: ProcessView
  /// The files in folders that all processes share, where others make some too.
  private var shared: Set<String> = []

  /// Looks at this process, after giving threads that end a moment to do so.
  init(_ stage: Stage, folders: [String]) {
    stage.runWhatIsDue()
    view = .now(folders: folders)
    counts[.descriptors] = view.descriptors.count
    counts[.threads] = view.threadCount
    counts[.children] = view.children.count
    counts[.files] = view.files.count
    counts[.posixTimers] = Self.posixTimers
    counts[.loopTimers] = stage.timerCount
    counts[.watched] = stage.watchedCount
    let memory = ExecutorProcess.heapCount
    (counts[.blocks], counts[.bytes], counts[.mapped]) = (memory.blocks, memory.bytes, memory.mapped)
    shared = Set(
      ["/tmp", "/var/tmp", "/dev/shm"].flatMap { folder in
        FileBytes.names(in: folder).filter { !$0.hasPrefix("hookswitch-") }.map { folder + "/" + $0 }
      })
  }

  subscript(resource: Resource) -> Int { counts[resource] ?? 0 }

  /// Returns the files that are new in shared folders.
  func newShared(since earlier: ResourceLevels) -> [String] { shared.subtracting(earlier.shared).sorted() }

  /// Returns examples of what is new, as readable text.
  func news(_ resource: Resource, since earlier: ResourceLevels) -> [String] {
    switch resource {
    case .descriptors: view.newDescriptors(since: earlier.view)
    case .threads: view.newThreads(since: earlier.view)
    case .children: view.newChildren(since: earlier.view)
    case .files: view.newFiles(since: earlier.view)
    default: []
    }
  }

  private static var posixTimers: Int {
    let text = String(decoding: FileBytes.read("\(ExecutorProcess.folder)/timers") ?? [], as: UTF8.self)
    return text.split(separator: "\n").count { $0.hasPrefix("ID:") }
  }
}
