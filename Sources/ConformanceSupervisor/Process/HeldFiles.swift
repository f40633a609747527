internal import CConformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The plugin and the program of a run, opened at its start.
///
/// Whatever a plugin does to the files of these names, the run goes on with the ones that it has opened.
package final class HeldFiles: Sendable {
  /// The plugin's bytes, in sealed memory.
  let plugin: Int32
  /// The program that runs each test.
  let program: Int32
  private let path: String
  private let mark: FileMark?

  /// Opens both files.
  ///
  /// - Parameter mark: the plugin's mark from before its identity was read; it must still be the same.
  package init(plugin path: String, since mark: FileMark?, program: ChildProgram) throws(ConformanceError) {
    let copy = hookswitch_held_copy(path)
    guard copy >= 0 else { throw .usage("\(path): \(String(cString: strerror(errno)))") }
    let opened = open(program.path, O_RDONLY | O_CLOEXEC)
    let error = errno
    (plugin, self.program, self.path, self.mark) = (copy, opened, path, mark)
    guard opened >= 0 else { throw .kit("\(program.path) cannot be opened: \(String(cString: strerror(error)))") }
    guard !hasChanged else { throw .usage("\(path): was changed while it was read; start again") }
  }

  /// True when another file lies at the plugin's path, or its contents may have changed.
  package var hasChanged: Bool { FileMark(path) != mark }

  deinit {
    close(plugin)
    if program >= 0 { close(program) }
  }
}

/// The properties of a file that change with its contents.
package struct FileMark: Sendable, Hashable {
  private let words: [UInt64]

  /// Reads the mark of the file at `path`; nil when there is none.
  package init?(_ path: String) {
    var mark = hookswitch_file_mark()
    guard hookswitch_file_mark(path, &mark) == 0 else { return nil }
    words = withUnsafeBytes(of: mark.words) { Array($0.bindMemory(to: UInt64.self)) }
  }
}

/// The means that keep a test's processes from all others.
enum Confinement {
  /// The variable that forbids namespaces when it is `none`, for systems where they do harm.
  static let variable = "HSW_NAMESPACES"

  /// The namespaces that tests can have; tried once.
  static let namespaces: UInt32 = ProcessVariables.current[variable] == "none" ? 0 : hookswitch_namespaces_found()

  /// True when a test can have its plugin in a process apart.
  static var allowsExecutor: Bool { namespaces & UInt32(HOOKSWITCH_NAMESPACE_USER) != 0 && hookswitch_apart_is_possible() != 0 }

  /// True when a test without namespaces can have Landlock.
  static let hasLandlock = hookswitch_landlock_found() != 0

  /// Their names, for the report.
  static func words(_ namespaces: UInt32) -> String {
    guard namespaces != 0 else { return hasLandlock ? "Landlock and a filter for system calls" : "a filter for system calls" }
    var names: [String] = []
    if namespaces & UInt32(HOOKSWITCH_NAMESPACE_USER) != 0 { names.append("user") }
    if namespaces & UInt32(HOOKSWITCH_NAMESPACE_PROCESSES) != 0 { names += ["PID", "mount", "IPC"] }
    if namespaces & UInt32(HOOKSWITCH_NAMESPACE_NETWORK) != 0 { names.append("network") }
    let temporary = namespaces & UInt32(HOOKSWITCH_OWN_TEMPORARY) != 0 ? ", a /tmp of its own" : ""
    return "namespaces (\(names.joined(separator: ", ")))\(temporary) and a filter for system calls"
  }
}
