internal import CLinux
internal import Glibc

/// The folders that are searched for transports; the first match wins.
public struct SearchPath: Sendable, Hashable, Codable {
  /// The origin of a folder.
  public enum Source: String, Codable, Sendable {
    /// The option `--transport-path`, or the embedding program.
    case option = "--transport-path"
    /// The environment variable; ignored in programs with raised privileges.
    case environment = "HOOKSWITCH_TRANSPORT_PATH"
    /// The program's own folder, as after a build.
    case program = "program's folder"
    /// The library folder installed with the program.
    case installed = "installed with the program"
    /// The user's folder.
    case user = "XDG_DATA_HOME"
    /// This machine's folder.
    case local = "/usr/local/lib"
    /// The distribution's folder.
    case system = "/usr/lib"
  }

  /// A folder and its origin.
  public struct Folder: Sendable, Hashable, Codable {
    /// Its path.
    public var path: String
    /// The folder's origin.
    public var source: Source

    /// Makes a folder of the search path.
    public init(path: String, source: Source) {
      self.path = path
      self.source = source
    }
  }

  /// The folders in search order.
  public var folders: [Folder]

  /// Searches exactly these folders.
  public init(folders: [Folder]) {
    self.folders = folders
  }

  /// Searches `options`, then the environment's folders, then those of the program, the user and the machine.
  ///
  /// - Parameter programFolder: the folder of the `hookswitch` command; default: that of the running program.
  public static func standard(options: [String] = [], programFolder: String? = currentProgramFolder) -> SearchPath {
    standard(
      options: options, programFolder: programFolder, libraryFolder: HelperProgram.libraryFolder,
      isPrivileged: getauxval(UInt(AT_SECURE)) != 0, variable: { name in getenv(name).flatMap { String(validatingCString: $0) } })
  }

  static func standard(
    options: [String], programFolder: String?, libraryFolder: String? = nil, isPrivileged: Bool, variable: (String) -> String?
  ) -> SearchPath {
    var folders = options.map { Folder(path: $0, source: .option) }
    if !isPrivileged, let list = variable("HOOKSWITCH_TRANSPORT_PATH") {
      folders += list.split(separator: ":").map { Folder(path: String($0), source: .environment) }
    }
    if let programFolder {
      folders.append(Folder(path: programFolder, source: .program))
      folders.append(Folder(path: programFolder + "/../lib/hookswitch/transports", source: .installed))
    }
    // The library of C programs, which is installed in `lib` of its own prefix.
    if let libraryFolder, libraryFolder != programFolder {
      folders.append(Folder(path: libraryFolder + "/../lib/hookswitch/transports", source: .installed))
    }
    if !isPrivileged, let data = variable("XDG_DATA_HOME") ?? variable("HOME").map({ $0 + "/.local/share" }), data.hasPrefix("/") {
      folders.append(Folder(path: data + "/hookswitch/transports", source: .user))
    }
    folders.append(Folder(path: "/usr/local/lib/hookswitch/transports", source: .local))
    folders.append(Folder(path: "/usr/lib/\(triplet)/hookswitch/transports", source: .system))
    return SearchPath(folders: folders)
  }

  /// The folder of the running program's file.
  public static var currentProgramFolder: String? {
    TrustedFile.resolve("/proc/self/exe").map { path in
      String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
  }

  static var triplet: String {
    #if arch(arm64)
      "aarch64-linux-gnu"
    #elseif arch(riscv64)
      "riscv64-linux-gnu"
    #else
      "x86_64-linux-gnu"
    #endif
  }
}
