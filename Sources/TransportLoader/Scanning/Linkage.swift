/// What the dynamic linker will bring along with a library, as the library's own bytes say.
struct Linkage: Hashable, Sendable {
  /// The library's build-id.
  var buildID: String?
  /// The libraries that it needs.
  var needed: [String]
  /// The folders to look for them in before those of the environment, separated by colons.
  var earlyPath: String?
  /// The folders to look for them in after those of the environment, separated by colons.
  var latePath: String?

  init(_ elf: ElfFile) {
    buildID = elf.buildID
    needed = elf.needed
    earlyPath = elf.earlyPath
    latePath = elf.latePath
  }
}
