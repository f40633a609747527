/// A language in which `hookswitch new transport` writes a project.
enum ProjectLanguage: String, CaseIterable, Sendable {
  case c, cpp, rust, swift

  /// True when the project contains a copy of the header; projects in other languages do not compile it.
  var takesHeader: Bool { self == .c || self == .cpp }

  /// True when the plugin's code may be unmapped: only C code leaves nothing behind.
  var isUnloadable: Bool { self == .c }

  /// The Debian packages that a CI job installs to build the project.
  var packages: String {
    switch self {
    case .c: "gcc"
    case .cpp: "g++"
    case .rust: "cargo"
    case .swift: "libc6-dev"
    }
  }

  /// The section of the project's README that describes its files.
  var files: String {
    switch self {
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
      Your network goes into `Sources/Network.swift`. `Package.swift` says where TransportKit is: in `share/hookswitch` of an installed
      Hookswitch, or in its sources; the variable `HOOKSWITCH_SOURCES` names another place. The Swift runtime is linked into the plugin.
      """
    }
  }
}
