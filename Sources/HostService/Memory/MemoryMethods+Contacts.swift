internal import CallControl
internal import CallStore
package import HostSurface
package import StrictJSON

// Contacts.
extension MemoryMethods {
  private static let contact = Subject(what: "contact", place: "/contact")

  /// Answers `contact.list`.
  package func contactList(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let limit = try Self.limit(parameters)
    let page = try run(Self.contact) { store throws(StoreError) in
      try store.contacts(
        text: parameters.optionalText("text"), favourites: parameters.bool("favourites"), after: Self.number(parameters, "after"),
        limit: limit)
    }
    return .object(of: ["contacts": .array(page.contacts.map(\.json)), "next": page.next.map { .integer($0) }])
  }

  /// Answers `contact.get`.
  package func contactGet(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.contact) { store throws(StoreError) in try store.contact(Int64(parameters.int("id"))) }.json
  }

  /// Answers `contact.put`.
  package func contactPut(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let input = parameters["contact"] ?? .null
    // The store takes the number 0 for a new contact.
    if input["id"] == .integer(0) { throw Self.notFound("contact", "0") }
    return try run(Self.contact) { store throws(StoreError) in try store.putContact(Contact(json: input)) }.json
  }

  /// Answers `contact.remove`.
  package func contactRemove(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.contact) { store throws(StoreError) in try store.removeContact(Int64(parameters.int("id"))) }
    return .object([])
  }

  /// Answers `contact.match`.
  package func contactMatch(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    guard let handle = parameters.handle("handle") else { throw Self.wrong("/handle", "handle") }
    let contact = try run(Self.contact) { store throws(StoreError) in try store.contact(matching: handle) }
    return .object(of: ["contact": contact?.json])
  }

  /// Answers `contact.import`.
  package func contactImport(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let source = parameters.optionalText("source")
    let outcome = try run(Subject(what: "contact")) { store throws(StoreError) -> Result<ImportReport, StoreError> in
      do throws(StoreError) {
        return .success(try store.importContacts(parameters.text("vcard"), source: source ?? "import"))
      } catch {
        if error.code == .rejected { return .failure(error) }
        throw error
      }
    }
    switch outcome {
    case .failure(let error): throw Self.rejected(error.reason, ImportReport())
    case .success(let report):
      // Cards that are known already are skipped too, and are no failure.
      if report.added == 0, report.changed == 0, let reason = report.problems.first { throw Self.rejected(reason, report) }
      return report.json
    }
  }

  private static func rejected(_ reason: String, _ report: ImportReport) -> MethodError {
    MethodError(
      .rejected, "no contact was imported: \(reason)", ["at": .string("/vcard"), "reason": .string(reason), "report": report.json])
  }

  /// Answers `contact.export`.
  package func contactExport(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let text = try run(Self.contact) { store throws(StoreError) in try store.exportContacts(Self.numbers(parameters, "ids")) }
    guard text.utf8.count <= HostSurface.vCardLimit else {
      throw MethodError(
        .tooLarge, "the contacts take \(text.utf8.count) bytes; export them in parts, with ids", ["limit": .integer(HostSurface.vCardLimit)]
      )
    }
    return .object(of: ["vcard": .string(text)])
  }
}
