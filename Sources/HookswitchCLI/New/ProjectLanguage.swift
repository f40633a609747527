/// A language in which `hookswitch new` writes projects; `ProjectKind` says which it has for which kind.
enum ProjectLanguage: String, CaseIterable, Sendable {
  case c, cpp, rust, swift, shell

  /// True when the project contains copies of the headers; projects in other languages do not compile them.
  var takesHeader: Bool { self == .c || self == .cpp }

  /// True when the project is compiled to a shared object; a host runs others as programs.
  var isCompiled: Bool { self != .shell }

  /// True when the plugin's code may be unmapped: only C code leaves nothing behind.
  var isUnloadable: Bool { self == .c }

  /// The Debian packages that a CI job installs to build the project.
  var packages: String {
    switch self {
    case .c: "gcc"
    case .cpp: "g++"
    case .rust: "cargo"
    case .swift: "libc6-dev"
    case .shell: "mawk"
    }
  }
}
