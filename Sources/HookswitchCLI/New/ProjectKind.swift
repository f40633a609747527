/// A kind of project that `hookswitch new` writes, with the languages that it has.
enum ProjectKind: String, CaseIterable, Sendable {
  case transport, directory

  /// The languages in which there is a template.
  var languages: [ProjectLanguage] {
    switch self {
    case .transport: [.c, .cpp, .rust, .swift]
    case .directory: [.c, .rust, .swift, .shell]
    }
  }

  /// The noun for several projects.
  var plural: String {
    switch self {
    case .transport: "transports"
    case .directory: "directories"
    }
  }

  /// The command that builds a new project, or tries one that needs no build.
  func firstStep(in language: ProjectLanguage, _ project: ProjectName) -> String {
    language == .shell ? "Try it: make -C \(project.name) test" : "Build it: make -C \(project.name)"
  }

  /// The values of the placeholders that this kind has for a project in `language`.
  func texts(in language: ProjectLanguage, _ project: ProjectName) -> [String: String] {
    switch self {
    case .transport: ["FILES": Self.transportFiles(language)]
    case .directory:
      [
        "FILES": Self.directoryFiles(language, project), "SOURCE": Self.source(language, project),
        "BUILD": language == .shell ? "" : "make            # builds build/\(project.name).so\n",
        "PUBLISH": "Before you publish it, choose your own id (`\(project.id)`)"
          + (language == .shell ? "." : ", in the source too, a version and a licence."),
      ]
    }
  }

  /// The directory in a host's configuration.
  private static func source(_ language: ProjectLanguage, _ project: ProjectName) -> String {
    let folder = "/path/to/\(project.name)"
    let source =
      language == .shell
      ? #""executable": ["\#(folder)/\#(project.name).sh", "\#(folder)/numbers.txt"]"#
      : #""plugin": "\#(folder)/build/\#(project.name).so", "settings": {"numbers": "\#(folder)/numbers.txt"}"#
    return #"{"directory": "\#(project.id)", \#(source)}"#
  }

  /// The section of a transport's README that describes its files.
  private static func transportFiles(_ language: ProjectLanguage) -> String {
    switch language {
    case .c:
      """
      Your network goes into `network.c`. `calls.c` has the host's requests, `plugin.c` the entry, `text.c` the strings and structs that
      cross the ABI. The header is taken from an installed Hookswitch, by pkg-config, or from the copy in `include/`.
      """
    case .cpp:
      """
      Your network goes into `network.cpp`. `calls.cpp` has the host's requests, `plugin.cpp` the entry, `abi.hpp` the strings and structs
      that cross the ABI. The header is taken from an installed Hookswitch, by pkg-config, or from the copy in `include/`.
      """
    case .rust:
      """
      Your network goes into `src/network.rs`. `src/instance.rs` has the host's requests, `src/lib.rs` the entry, `src/crossing.rs` the
      strings and structs that cross the ABI, and `src/abi.rs` the ABI itself in Rust. No crate is needed.
      """
    case .swift:
      """
      Your network goes into `Sources/Network.swift`. \(package)
      """
    case .shell: ""
    }
  }

  /// The section of a directory's README that describes its files.
  private static func directoryFiles(_ language: ProjectLanguage, _ project: ProjectName) -> String {
    switch language {
    case .c:
      """
      Your source of numbers goes into `numbers.c`. `plugin.c` has the entry and the request, `settings.c` reads the settings. The headers
      are taken from an installed Hookswitch, by pkg-config, or from the copies in `include/`.
      """
    case .rust:
      """
      Your source of numbers goes into `src/numbers.rs`. `src/lib.rs` has the entry and the request, `src/settings.rs` reads the settings,
      `src/crossing.rs` has the host's functions with Rust's types, and `src/abi.rs` the ABI itself in Rust. No crate is needed.
      """
    case .swift:
      """
      Your source of numbers goes into `Sources/NumberList.swift`; `Sources/Directory.swift` has the request. \(package)
      """
    case .shell:
      """
      Your source of numbers goes into `\(project.name).sh`, which needs only `sh` and `awk`. Each record is a line with TABs between its
      fields; a program in any other language can write the same.
      """
    case .cpp: ""
    }
  }

  private static let package = """
    `Package.swift` says where TransportKit is: in `share/hookswitch` of an installed
    Hookswitch, or in its sources; the variable `HOOKSWITCH_SOURCES` names another place. The Swift runtime is linked into the plugin.
    """
}
