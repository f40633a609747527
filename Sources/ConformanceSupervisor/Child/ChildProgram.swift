#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The program that runs a test: `hookswitch-conform`, or the `hookswitch` beside it.
package struct ChildProgram: Sendable, Hashable {
  /// Its path.
  package let path: String

  package init(path: String) { self.path = path }

  /// The program that has the kit's tests and nothing else, and so starts in a fraction of the time of `hookswitch`.
  private static let name = "hookswitch-conform"

  /// Creates the program that goes with a `hookswitch`: the small one beside it or in its `libexec`, else `hookswitch` itself.
  ///
  /// An older one is left aside: after a build of `hookswitch` alone it would run the tests of yesterday.
  init(of command: String) {
    let folder = command.lastIndex(of: "/").map { String(command[..<$0]) } ?? "."
    let places = ["\(folder)/\(Self.name)", "\(folder)/../libexec/hookswitch/\(Self.name)"]
    path = places.first { access($0, X_OK) == 0 && !Self.isOlder($0, than: command) } ?? command
  }

  private static func isOlder(_ file: String, than other: String) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(file, &one) == 0, stat(other, &two) == 0 else { return true }
    return (one.st_mtim.tv_sec, one.st_mtim.tv_nsec) < (two.st_mtim.tv_sec, two.st_mtim.tv_nsec)
  }

  /// The environment variable that names the program where it cannot be found.
  package static let variable = "HOOKSWITCH_COMMAND"

  /// Finds the program.
  ///
  /// It goes with the running program if that is `hookswitch`; else with the `hookswitch` that the environment names, that lies beside the
  /// running program (as after `swift build`), or that is on the path.
  package static func find() throws(ConformanceError) -> ChildProgram {
    let running = self.running
    if running.hasSuffix("/hookswitch") { return ChildProgram(of: running) }
    if let named = ProcessVariables.current[variable], !named.isEmpty {
      guard access(named, X_OK) == 0 else {
        throw .kit("\(variable) is \(named), which cannot be run: \(String(cString: strerror(errno)))")
      }
      return ChildProgram(of: named)
    }
    let folders = foldersBesideRunning + self.folders
    let programs: [String] = folders.map { "\($0)/hookswitch" }
    guard let found = programs.first(where: { access($0, X_OK) == 0 }) else {
      throw .kit(
        "cannot find the hookswitch command, which runs the tests; build it (swift build --product hookswitch), install it, or name it by \(variable)"
      )
    }
    return ChildProgram(of: found)
  }

  /// The folders of `PATH`.
  private static var folders: [String] { (ProcessVariables.current["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init) }

  /// The path of the running program; empty when it cannot be read.
  static var running: String {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folders of the running program and of its test bundle: the toolchain's program runs a bundle, which is its argument.
  package static var foldersBesideRunning: [String] {
    let programs = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [running]
    return programs.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  /// Returns the path of a program named in a command: unchanged if it has a folder, else found along `PATH`.
  package static func path(of name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let programs: [String] = folders.map { "\($0)/\(name)" }
    return programs.first { access($0, X_OK) == 0 }
  }
}

/// The environment of this process.
enum ProcessVariables {
  /// All variables, read once, since the kit never changes them.
  static let current: [String: String] = {
    var variables: [String: String] = [:]
    // /proc is read because `environ` is a C global without synchronisation.
    guard let environment = try? SmallFile.read("/proc/self/environ", limit: 4 << 20) else { return [:] }
    for entry in environment.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self) }
    }
    return variables
  }()
}
