/// A language in which `hookswitch new transport` writes a project.
enum ProjectLanguage: String, CaseIterable, Sendable {
  case c, cpp, rust, swift

  /// Whether the project carries a copy of the header; the others do not compile it.
  var takesHeader: Bool { self == .c || self == .cpp }

  /// Whether the plugin's code may be unmapped: C leaves nothing behind, the other languages' libraries do.
  var isUnloadable: Bool { self == .c }

  /// What a continuous integration installs to build it, by Debian's names.
  var packages: String {
    switch self {
    case .c: "gcc"
    case .cpp: "g++"
    case .rust: "cargo"
    case .swift: "libc6-dev"
    }
  }

  /// The part of the project's README that says what is where.
  var files: String {
    switch self {
    case .c:
      """
      Your network goes into `network.c`. `calls.c` is what the host asks for, `plugin.c` what it meets first, `text.c` what crosses the
      ABI. The header is taken from an installed Hookswitch, by pkg-config, or from the copy in `include/`.
      """
    case .cpp:
      """
      Your network goes into `network.cpp`. `calls.cpp` is what the host asks for, `plugin.cpp` what it meets first, `abi.hpp` what crosses
      the ABI. The header is taken from an installed Hookswitch, by pkg-config, or from the copy in `include/`.
      """
    case .rust:
      """
      Your network goes into `src/network.rs`. `src/instance.rs` is what the host asks for, `src/lib.rs` what it meets first,
      `src/crossing.rs` what crosses the ABI, and `src/abi.rs` the ABI itself in Rust. No crate is needed.
      """
    case .swift:
      """
      Your network goes into `Sources/Network.swift`. `Package.swift` says where TransportKit is: in `share/hookswitch` of an installed
      Hookswitch, or in its sources; the variable `HOOKSWITCH_SOURCES` names another place. The Swift runtime is linked into the plugin.
      """
    }
  }
}
