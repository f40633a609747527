/// The members of an object whose keys are fixed: each is taken once, and what is left over at the end is a mistake.
struct Members {
  private var fields: [(name: String, field: Field)]
  private let owner: Field
  /// The keys that were asked for, for the error about one that was not.
  private var known: [String] = []

  init(fields: [(name: String, field: Field)], of owner: Field) {
    self.fields = fields
    self.owner = owner
  }

  /// The keys that are there and were not taken yet.
  var names: [String] { fields.map(\.name) }

  /// Takes a member that may be missing.
  mutating func optional(_ name: String) -> Field? {
    known.append(name)
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: place).field
  }

  /// Takes a member that must be there.
  mutating func required(_ name: String) throws(FieldFlaw) -> Field {
    guard let field = optional(name) else { throw owner.flaw("\"\(name)\" is missing") }
    return field
  }

  /// Says what is wrong with the members as a whole.
  func flaw(_ reason: String) -> FieldFlaw { owner.flaw(reason) }

  /// Whoever took all that there may be says so.
  func finish() throws(FieldFlaw) {
    guard let extra = fields.first else { return }
    let place = owner.path.isEmpty ? "the file" : owner.path
    throw extra.field.flaw("unknown key \"\(extra.name)\"; \(place) may have " + known.joined(separator: ", "))
  }
}
