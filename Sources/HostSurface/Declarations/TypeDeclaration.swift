/// The declaration of a type of the table.
package enum TypeDeclaration: Hashable, Sendable {
  /// A value with a rule of its own, and the rule in words.
  case scalar(String)
  /// An object with these members.
  case record([FieldDeclaration])
  /// One of these words.
  case words([String])

  /// The members of a record; nil for another type.
  package var members: [FieldDeclaration]? {
    guard case .record(let fields) = self else { return nil }
    return fields
  }
}
