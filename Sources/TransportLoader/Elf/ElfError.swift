/// Why a file is no shared object that this host could load.
struct ElfError: Error, Equatable, Sendable {
  /// The field that is wrong, in the words of the ELF specification.
  var field: String
  /// What stands there.
  var found: String
  /// What should stand there.
  var wanted: String
}
