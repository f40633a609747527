/// Why a file is no shared object that this host could load.
package struct ElfError: Error, Equatable, Sendable {
  /// The field that is wrong, in the words of the ELF specification.
  package var field: String
  /// What stands there.
  package var found: String
  /// What should stand there.
  package var wanted: String
}
