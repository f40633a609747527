/// The members of an object with fixed keys: a reader takes each at most once, and any member left over is an error.
struct Members {
  private var fields: [(name: String, field: Field)]
  private let owner: Field
  /// The keys that the reader asked for, for the error about an unknown one.
  private var known: [String] = []

  init(fields: [(name: String, field: Field)], of owner: Field) {
    self.fields = fields
    self.owner = owner
  }

  /// The keys that have not been taken yet.
  var names: [String] { fields.map(\.name) }

  /// Takes an optional member.
  mutating func optional(_ name: String) -> Field? {
    known.append(name)
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: place).field
  }

  /// Takes a required member.
  mutating func required(_ name: String) throws(FieldFlaw) -> Field {
    guard let field = optional(name) else { throw owner.flaw("\"\(name)\" is missing") }
    return field
  }

  /// Returns an error about the object as a whole.
  func flaw(_ reason: String) -> FieldFlaw { owner.flaw(reason) }

  /// Throws if a member is left over; call it after taking every allowed one.
  func finish() throws(FieldFlaw) {
    guard let extra = fields.first else { return }
    let place = owner.path.isEmpty ? "the file" : owner.path
    throw extra.field.flaw("unknown key \"\(extra.name)\"; \(place) may have " + known.joined(separator: ", "))
  }
}
