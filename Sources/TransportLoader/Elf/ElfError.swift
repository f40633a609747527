/// The reason why a file is not a shared object for this host.
package struct ElfError: Error, Equatable, Sendable {
  /// The wrong field, as the ELF specification names it.
  package var field: String
  /// The value found.
  package var found: String
  /// The value expected.
  package var wanted: String
}
