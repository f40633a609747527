public import CallControl
internal import FoundationEssentials

// Contacts.
extension CallStore {
  /// Returns a page of contacts, ordered by id.
  ///
  /// - Parameters:
  ///   - text: a part of the name or of a handle, without regard to ASCII case; nil for all.
  ///   - favourites: true for favourites only.
  ///   - after: the id after which the page begins; nil for the first.
  ///   - limit: the size of the page, 1 to 10,000.
  /// - Returns: the contacts, and the `after` of the next page; nil after the last.
  public func contacts(
    text: String? = nil, favourites: Bool = false, after: Int64? = nil, limit: Int = 100
  ) throws(StoreError) -> (contacts: [Contact], next: Int64?) {
    let limit = try requirePositive(limit, Self.pageLimit)
    let handles = handles
    var contacts = try readers.read { connection throws(SQLiteError) in
      try ContactTable(connection, handles).list(text: text, favourites: favourites, after: after ?? 0, limit: limit + 1)
    }
    guard contacts.count > limit else { return (contacts, nil) }
    contacts.removeLast()
    return (contacts, contacts.last?.id)
  }

  /// Returns a contact.
  ///
  /// - Parameter id: the contact's number.
  /// - Throws: `notFound` when there is no such contact.
  public func contact(_ id: Int64) throws(StoreError) -> Contact {
    let handles = handles
    let contact = try readers.read { connection throws(SQLiteError) in try ContactTable(connection, handles).contact(id) }
    guard let contact else { throw StoreError(.notFound, "contact \(id)", "there is no such contact") }
    return contact
  }

  /// Returns the contact with a handle in any spelling; nil when there is none.
  ///
  /// - Parameter handle: the handle.
  public func contact(matching handle: Handle) throws(StoreError) -> Contact? {
    let handles = handles
    return try readers.read { connection throws(SQLiteError) in try ContactTable(connection, handles).match(handle) }
  }

  /// Adds a contact, or replaces the one with the same `id`, else the one with the same `uid`.
  ///
  /// - Parameter new: the contact; with the id 0 and an empty uid it is a new one.
  /// - Returns: the contact as it is stored.
  /// - Throws: `notFound` for an unknown id, `exists` for the uid of another contact, `rejected` or `tooLarge` for a value beyond the limits.
  public func putContact(_ new: Contact) throws(StoreError) -> Contact {
    try new.check()
    let handles = handles
    let outcome = try writer.write { writer throws(SQLiteError) -> Swift.Result<Int64, StoreError> in
      var contact = new
      let table = ContactTable(writer.connection, handles)
      if contact.id != 0 {
        guard let old = try table.contact(contact.id) else {
          return .failure(StoreError(.notFound, "contact \(contact.id)", "there is no such contact"))
        }
        if contact.uid.isEmpty { contact.uid = old.uid }
        if contact.source == "user" { contact.source = old.source }
      } else if !contact.uid.isEmpty {
        contact.id = try writer.connection.value("SELECT id FROM contact WHERE uid = ?", [.text(contact.uid)]).integer ?? 0
      } else {
        contact.uid = "urn:uuid:" + UUID().uuidString.lowercased()
      }
      return try Self.put(contact, card: nil, table, &writer)
    }
    let id = try outcome.get()
    compileRules()
    tell(.contacts([id]))
    return try contact(id)
  }

  /// Writes a contact inside a transaction, and gives it to the calls with its handles.
  static func put(
    _ contact: Contact, card: String?, _ table: ContactTable, _ writer: inout HistoryWriter
  ) throws(SQLiteError) -> Swift.Result<Int64, StoreError> {
    if contact.id == 0, (try table.connection.value("SELECT count(*) FROM contact").integer ?? 0) >= Contact.countLimit {
      return .failure(StoreError(.tooLarge, "contacts", "there are \(Contact.countLimit); remove some", limit: Contact.countLimit))
    }
    let other = try table.connection.value(
      "SELECT id FROM contact WHERE uid = ? AND id <> ?", [.text(contact.uid), .integer(contact.id)])
    if other != .null { return .failure(StoreError(.exists, "uid", "another contact has it")) }
    writer.change += 1
    let id = try table.put(contact, card: card, change: writer.change)
    for call in try table.unmatchedCalls(of: id) {
      try table.connection.run("UPDATE call SET contact = ? WHERE id = ?", [.integer(id), .integer(call)])
      try writer.touch(call)
    }
    return .success(id)
  }

  /// Removes a contact; its calls stay in the history.
  ///
  /// - Parameter id: the contact's number.
  /// - Throws: `notFound` when there is no such contact.
  public func removeContact(_ id: Int64) throws(StoreError) {
    let count = try writer.write(whileFull: true) { writer throws(SQLiteError) in
      try writer.connection.run("DELETE FROM contact WHERE id = ?", [.integer(id)])
    }
    guard count > 0 else { throw StoreError(.notFound, "contact \(id)", "there is no such contact") }
    compileRules()
    tell(.contacts([id]))
  }

  /// Imports vCards of version 2.1, 3.0 or 4.0; cards with a known UID replace their contact.
  ///
  /// - Parameters:
  ///   - text: the cards, at most 4 MiB.
  ///   - source: the origin that their contacts get.
  /// - Returns: the counts, and the reasons for the cards that were left out.
  /// - Throws: `tooLarge` for too long a text, `rejected` for one without a card.
  public func importContacts(_ text: String, source: String = "import") throws(StoreError) -> ImportReport {
    let (cards, problems) = try VCard.cards(in: text)
    let handles = handles
    let (report, ids) = try writer.write { writer throws(SQLiteError) in
      var report = ImportReport()
      report.problems = problems
      report.skipped = problems.count
      var ids: [Int64] = []
      let table = ContactTable(writer.connection, handles)
      for card in cards {
        do throws(SQLiteError) {
          if let id = try Self.take(card, source, table, &writer, &report) { ids.append(id) }
        } catch {
          guard error.isConstraint else { throw error }
          report.leaveOut(card, error.message)
        }
      }
      return (report, ids)
    }
    compileRules()
    if !ids.isEmpty { tell(.contacts(ids)) }
    return report
  }

  private static func take(
    _ card: VCard, _ source: String, _ table: ContactTable, _ writer: inout HistoryWriter, _ report: inout ImportReport
  ) throws(SQLiteError) -> Int64? {
    var contact = card.contact
    contact.source = source
    if contact.uid.isEmpty {
      contact.uid = "urn:uuid:" + UUID().uuidString.lowercased()
    } else if case .integer(let id) = try table.connection.value("SELECT id FROM contact WHERE uid = ?", [.text(contact.uid)]) {
      contact.id = id
      let old = try table.contact(id)
      if try table.card(id) == card.text {
        report.skipped += 1
        return nil
      }
      // A card says nothing of these.
      (contact.favourite, contact.isVIP) = (old?.favourite, old?.isVIP ?? false)
      (contact.ringtone, contact.image) = (old?.ringtone, contact.image ?? old?.image)
    }
    do throws(StoreError) {
      try contact.check()
    } catch {
      report.leaveOut(card, error.description)
      return nil
    }
    let isNew = contact.id == 0
    switch try put(contact, card: card.text, table, &writer) {
    case .failure(let error):
      report.leaveOut(card, error.description)
      return nil
    case .success(let id):
      if isNew { report.added += 1 } else { report.changed += 1 }
      return id
    }
  }

  /// Returns contacts as vCards of version 4.0, with all properties that an import had and this store does not know.
  ///
  /// - Parameter ids: the contacts' numbers; nil for all.
  /// - Throws: `notFound` for an unknown id.
  public func exportContacts(_ ids: [Int64]? = nil) throws(StoreError) -> String {
    let handles = handles
    let outcome = try readers.read { connection throws(SQLiteError) -> Swift.Result<String, StoreError> in
      let table = ContactTable(connection, handles)
      var chosen = ids ?? []
      if ids == nil { chosen = try connection.rows("SELECT id FROM contact ORDER BY id") { $0.integer(0) ?? 0 } }
      var text = ""
      for id in chosen {
        guard let contact = try table.contact(id) else {
          return .failure(StoreError(.notFound, "contact \(id)", "there is no such contact"))
        }
        text += VCard.text(of: contact, keeping: try table.card(id))
      }
      return .success(text)
    }
    return try outcome.get()
  }
}

extension ImportReport {
  fileprivate mutating func leaveOut(_ card: VCard, _ reason: String) {
    skipped += 1
    if problems.count < 100 { problems.append("line \(card.line): \(reason)") }
  }
}
